// cmux itself and what reaches other processes. People decide about agents, so agents may only use what is theirs.
import { isAgentVerb } from '../../../protocol/agent-verbs.ts'
import type { KnownWord } from '../known-word.ts'
import { isLastChild } from '../variables.ts'
import { hasOption, plainArgs, type Call, type Found, type Program } from '../program.ts'

export const TEAM_PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ['cmux', readCmux],
  ['kill', readKill],
  ['pkill', readPkill],
  ['killall', (): Found[] => [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]],
])

export function readCmux({ args }: Call): Found[] {
  if (args.length > 0 && args.every(({ text }) => text === '--help' || text === '--version')) return []
  const words = plainArgs(args)
  const [verb] = words
  const chooses = hasOption(args, '--home', '--from')
  if (!chooses && (verb?.text === 'help' || isAgentVerb(words.map(({ text }) => text ?? '')))) return []
  return [{ kind: 'cmux', note: verb ? `\`cmux ${verb.source}\` is for people` : 'cmux is for people' }]
}

/** Jobs of its own shell, and 0 as a mere question. */
function readKill({ args }: Call): Found[] {
  if (hasOption(args, '-l', '-0')) return []
  const isValue = (word: KnownWord) => /^-(s|n)$/.test(args[args.indexOf(word) - 1]?.text ?? '')
  const targets = plainArgs(args).filter((word) => !isValue(word))
  const own = targets.every((word) => isLastChild(word) || isOwnJob(word))
  return own ? [] : [{ kind: 'signal', note: 'may end a process that is not its own' }]
}

function isOwnJob({ text, source }: KnownWord): boolean {
  return (text ?? '').startsWith('%') || /^"?\$\(jobs -p\)"?$/.test(source)
}

/** Only children of the shell that runs it are surely its own. */
function readPkill({ args }: Call): Found[] {
  const at = args.findIndex(({ text }) => text === '-P')
  if (at >= 0 && args[at + 1]?.source === '$$') return []
  return [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]
}

// cmux itself and what reaches other processes. People decide about agents, so agents may only use what is theirs.
import { isAgentVerb } from '../../../protocol/agents/agent-verbs.ts'
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
  // As whole words: `-10` and `-kill` are signals.
  if (args.some(({ text }) => text === '-l' || text === '-0')) return []
  const isValue = (word: KnownWord) => /^-(s|n)$/.test(args[args.indexOf(word) - 1]?.text ?? '')
  const targets = plainArgs(args).filter((word) => !isValue(word))
  const own = targets.every((word) => isLastChild(word) || isOwnJob(word))
  return own ? [] : [{ kind: 'signal', note: 'may end a process that is not its own' }]
}

function isOwnJob({ text, source }: KnownWord): boolean {
  return (text ?? '').startsWith('%') || /^"?\$\(jobs -p\)"?$/.test(source)
}

/** Only children of the shell that runs it are surely its own. Any other option may choose others, or all but these. */
function readPkill({ args }: Call): Found[] {
  const [parent, shell, ...rest] = args.filter(({ text }) => !SIGNAL.test(text ?? ''))
  const isOwn = parent?.text === '-P' && shell?.source === '$$' && rest.every((word) => isPattern(word))
  return isOwn ? [] : [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]
}

const SIGNAL = /^-(?:\d+|[A-Z]{3,}\d*)$/

const isPattern = ({ text }: KnownWord) => text === '-f' || text === '-x' || text?.startsWith('-') === false

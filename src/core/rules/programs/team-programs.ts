// cmux itself and what reaches other processes. People decide about agents, so agents may only use what is theirs.
import { isAgentVerb } from '../../../protocol/agent-verbs.ts'
import { hasOption, plainArgs, type Call, type Found, type Program } from '../program.ts'

export const TEAM_PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ['cmux', readCmux],
  ['kill', readKill],
  ['pkill', (): Found[] => [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]],
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
  const own = plainArgs(args).every(
    ({ text, source }) => /^"?\$!"?$/.test(source) || (text ?? '').startsWith('%'),
  )
  return own ? [] : [{ kind: 'signal', note: 'may end a process that is not its own' }]
}

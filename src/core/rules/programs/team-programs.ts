// cmux itself and what reaches other processes. People decide about agents, so agents may only use what is theirs.
import { hasOption, plainArgs, type Call, type Found, type Program } from '../program.ts'

/** An agent's own work with the team, and looking. Everything else of cmux is for people. */
const CMUX_FREE = new Set([
  'send',
  'inbox',
  'message',
  'task',
  'mcp',
  'status',
  'diff',
  'test',
  'bench',
  'help',
])

export const TEAM_PROGRAMS: ReadonlyMap<string, Program> = new Map([
  ['cmux', readCmux],
  ['kill', readKill],
  ['pkill', (): Found[] => [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]],
  ['killall', (): Found[] => [{ kind: 'signal', note: 'ends processes by name, whoever they belong to' }]],
])

export function readCmux({ args }: Call): Found[] {
  if (args.length > 0 && args.every(({ text }) => text === '--help' || text === '--version')) return []
  const [verb] = plainArgs(args)
  const chooses = hasOption(args, '--home', '--from')
  if (typeof verb?.text === 'string' && CMUX_FREE.has(verb.text) && !chooses) return []
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

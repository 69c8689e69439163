// Programs that run another command, which stands in their words: where it begins is a row.
import { isOption, type Call, type Found, type Program } from '../program.ts'
import { unknownWord, type KnownWord } from '../known-word.ts'

interface Wrapper {
  readonly name: string
  /** Options that take the next word. */
  readonly valued?: string
  /** Words of its own before the command. */
  readonly skips?: number
  /** It adds words of its own that nobody knows. */
  readonly adds?: true
  /** Options with which it shows something and runs nothing. */
  readonly shows?: string
}

const ROWS: readonly Wrapper[] = [
  { name: 'command', shows: '-v -V' },
  { name: 'builtin' },
  { name: 'exec', valued: '-a' },
  { name: 'nohup' },
  { name: 'time', valued: '-f -o --format --output' },
  { name: 'nice', valued: '-n --adjustment' },
  { name: 'ionice', valued: '-c -n --class --classdata' },
  { name: 'setsid' },
  { name: 'stdbuf', valued: '-i -o -e --input --output --error' },
  { name: 'timeout', valued: '-k -s --kill-after --signal', skips: 1 },
  { name: 'gtimeout', valued: '-k -s --kill-after --signal', skips: 1 },
  {
    name: 'xargs',
    valued: '-n -I -P -L -d -s -E -a --max-args --max-procs --replace --delimiter --arg-file',
    adds: true,
  },
  { name: 'busybox' },
  { name: 'toybox' },
  { name: 'unbuffer' },
  { name: 'caffeinate', valued: '-t -w' },
  { name: 'chrt', skips: 1 },
  { name: 'taskset', skips: 1 },
  { name: 'arch', valued: '-arch' },
  { name: 'dotenv', valued: '-e' },
  { name: 'cross-env' },
]

export const WRAPPERS: ReadonlyMap<string, Program> = new Map([
  ...ROWS.map((row) => [row.name, unwrap(row)] as const),
  ['env', readEnv] as const,
])

function unwrap(row: Wrapper): Program {
  const shows = new Set(row.shows?.split(' '))
  return ({ name, args }) => {
    if (args.some(({ text }) => text !== null && shows.has(text))) return []
    const { words, values } = restOf(args, row.valued ?? '', row.skips ?? 0)
    const inner = readSettings(words)
    const added = row.adds ? [unknownWord(`what ${name} adds`)] : []
    // What options name is of no matter to the command, but may be a file that is read or written.
    const named: Found[] = values.map((word) => ({ kind: 'write', word }))
    if (inner.words.length === 0) return row.adds ? named : [...inner.settings, ...named]
    return [...inner.settings, ...named, { kind: 'command', words: [...inner.words, ...added] }]
  }
}

/** `env -i A=b cmd`; without a command it shows the environment. */
function readEnv({ args }: Call): Found[] {
  const split = args.findIndex(({ text }) => text !== null && /^(-\w*S|--split-string)/.test(text))
  if (split >= 0) return [{ kind: 'unknown', note: 'cuts a text into a command of its own' }]
  const folder = valueOf(args, /^(-C|--chdir)$/, /^--chdir=(.*)$/s)
  const { words } = restOf(args, '-u -C --unset --chdir', 0)
  const inner = readSettings(words)
  if (inner.words.length === 0)
    return [...inner.settings, { kind: 'secret', note: 'shows the whole environment' }]
  return [...inner.settings, { kind: 'command', words: inner.words, ...(folder && { folder }) }]
}

function valueOf(args: readonly KnownWord[], option: RegExp, joined: RegExp): KnownWord | undefined {
  for (const [index, word] of args.entries()) {
    if (word.text === null) continue
    if (option.test(word.text)) return args[index + 1]
    const value = joined.exec(word.text)?.[1]
    if (value !== undefined) return { ...word, text: value }
  }
  return undefined
}

interface Rest {
  readonly words: readonly KnownWord[]
  /** What options were given. */
  readonly values: readonly KnownWord[]
}

function restOf(args: readonly KnownWord[], valued: string, skips: number): Rest {
  const takesNext = new Set(valued.split(' ').filter(Boolean))
  const isValue = (index: number) => takesNext.has(args[index - 1]?.text ?? '')
  const end = args.findIndex((word, index) => word.text === '--' || (!isOption(word) && !isValue(index)))
  if (end < 0) return { words: [], values: args.filter((_, index) => isValue(index)) }
  const begin = args[end]?.text === '--' ? end + 1 : end
  return { words: args.slice(begin + skips), values: args.slice(0, end).filter((_, index) => isValue(index)) }
}

interface Settings {
  readonly settings: readonly Found[]
  readonly words: readonly KnownWord[]
}

function readSettings(words: readonly KnownWord[]): Settings {
  const settings: Found[] = []
  for (const [index, word] of words.entries()) {
    const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(word.text ?? word.source) ?? []
    if (name === undefined) return { settings, words: words.slice(index) }
    settings.push({ kind: 'setting', name, value: word.text === null ? null : (value ?? '') })
  }
  return { settings, words: [] }
}

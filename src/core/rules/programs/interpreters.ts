// Programs that run code in a language that is not read here: a file of the workspace is judged by where it is. Text on the
// command line is as free as such a file, except for places that it names.
import { hasOption, isOption, mentions, plainArgs, type Call, type Found, type Program } from '../program.ts'
import { plainWord } from '../known-word.ts'
import { PROJECT_TOOLS } from './judged-programs.ts'

interface Interpreter {
  readonly names: string
  /** Options that bring code as text. */
  readonly code: string
  /** The option that names a module. */
  readonly module?: string
  /** Options with which it runs the project's tests. */
  readonly tests?: string
}

const ROWS: readonly Interpreter[] = [
  { names: 'node nodejs', code: '-e -p --eval --print', tests: '--test --run' },
  { names: 'tsx ts-node', code: '-e -p --eval --print', tests: '--test' },
  { names: 'python python2 python3 pypy pypy3', code: '-c', module: '-m' },
  { names: 'ruby', code: '-e' },
  { names: 'perl', code: '-e -E -n -p -i' },
  { names: 'php', code: '-r -R -B -E -S' },
  { names: 'lua luajit', code: '-e' },
  { names: 'Rscript R', code: '-e' },
  { names: 'java', code: '--source' },
]

const MODULES = new Set([
  ...PROJECT_TOOLS,
  'unittest',
  'json.tool',
  'compileall',
  'py_compile',
  'doctest',
  'venv',
  'this',
])

export const INTERPRETERS: ReadonlyMap<string, Program> = new Map(
  ROWS.flatMap((row) => row.names.split(' ').map((name) => [name, readCall(row)] as const)),
)

function readCall({ code, module, tests }: Interpreter): Program {
  const codes = code.split(' ')
  return ({ args, isFed, here }) => {
    const own = args.slice(0, firstPlain(args))
    // `-c'text'` and `-pe`: letters stand together, and with what they take.
    const bringsCode = own.some(({ text }) =>
      codes.some((option) => text?.startsWith(option) || isAmong(text, option)),
    )
    if (bringsCode) return runText(args, own)
    if (module !== undefined && own.some(({ text }) => text?.startsWith(module)))
      return runModule(args, module)
    if (tests !== undefined && hasOption(own, ...tests.split(' ')))
      return [{ kind: 'project code' }, ...mentions('write', plainArgs(args))]
    return runFile(args, { isFed, here })
  }
}

function isAmong(text: string | null, option: string): boolean {
  return text !== null && /^-\w$/.test(option) && /^-[A-Za-z]+$/.test(text) && text.includes(option.slice(1))
}

function firstPlain(args: Call['args']): number {
  const at = args.findIndex((word) => !isOption(word))
  return at < 0 ? args.length : at
}

/** The first word that is no option is the code; with `-i` the others are files that it rewrites. */
function runText(args: Call['args'], own: Call['args']): readonly Found[] {
  const [code, ...rest] = plainArgs(args)
  const texts = [...own, ...(code ? [code] : [])].flatMap(({ text }) => text ?? [])
  const rewrites = own.some(({ text }) => isAmong(text, '-i') || /^-i./.test(text ?? ''))
  return [
    { kind: 'code', note: 'it stands in the command' },
    ...texts.map((text): Found => ({ kind: 'code text', text })),
    ...mentions(rewrites ? 'write' : 'read', rest),
  ]
}

function runModule(args: Call['args'], option: string): readonly Found[] {
  const at = args.findIndex(({ text }) => text?.startsWith(option))
  const joined = args[at]?.text?.slice(option.length) ?? ''
  const name = joined === '' ? args[at + 1]?.text : joined
  if (typeof name === 'string' && MODULES.has(name))
    return [{ kind: 'project code' }, ...mentions('write', plainArgs(args.slice(at + 2)))]
  if (name === 'pip')
    return [{ kind: 'command', words: [plainWord('pip'), ...args.slice(at + (joined === '' ? 2 : 1))] }]
  if (name === 'ensurepip') return [{ kind: 'install' }]
  return [
    { kind: 'code', note: `the module ${name ?? '?'}` },
    ...mentions('read', plainArgs(args.slice(at + 2))),
  ]
}

function runFile(args: Call['args'], { isFed, here }: Pick<Call, 'isFed' | 'here'>): readonly Found[] {
  const [file, ...rest] = plainArgs(args)
  if (file && file.text !== '-') return [{ kind: 'run', word: file }, ...mentions('read', rest)]
  if (args.length > 0 && args.every(({ text }) => /^(--version|-v|-V|--help|-h)$/.test(text ?? ''))) return []
  if (!isFed) return [{ kind: 'unknown', note: 'runs what is typed into it' }]
  return [
    { kind: 'code', note: 'it is piped in' },
    ...(here === null ? [] : [{ kind: 'code text', text: here } as const]),
  ]
}

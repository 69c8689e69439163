// Package managers and build tools with subcommands: what runs the project's own code is free, what brings foreign code or
// gives something away is asked.
import type { PlainKind } from '../effect.ts'
import { plainWord, type KnownWord } from '../known-word.ts'
import {
  isOption,
  mentions,
  optionValues,
  plainArgs,
  type Call,
  type Found,
  type Program,
} from '../program.ts'
import { PROJECT_TOOLS } from './judged-programs.ts'

interface Tool {
  readonly names: string
  readonly free: string
  /** Brings what the project declares, unless more is named. */
  readonly declared?: string
  /** Looks something up in the registry, or moves what is declared to other versions. */
  readonly registry?: string
  readonly install?: string
  readonly publish?: string
  /** Starts what the project names. */
  readonly code?: string
  /** Runs a tool of the project, or brings it from outside. */
  readonly exec?: string
  /** Without a subcommand. */
  readonly bare?: PlainKind
}

const ROWS: readonly Tool[] = [
  {
    names: 'npm pnpm',
    free: 'test t tst run run-script start stop restart build ls list ll la why explain pkg prefix root bin help version pack rebuild lint dev',
    declared: 'install i ci update up audit dedupe fetch prune',
    registry: 'outdated view info show search',
    install: 'add upgrade uninstall remove rm un link import install-test it create init',
    publish: 'publish unpublish deprecate dist-tag owner access token login logout adduser config set',
    exec: 'exec x dlx',
  },
  {
    names: 'yarn',
    free: 'test run start build lint dev why list workspace workspaces node',
    declared: 'install dedupe',
    registry: 'info outdated audit',
    install: 'add remove upgrade up dlx create init import',
    publish: 'publish npm login logout config',
    exec: 'exec',
    bare: 'registry',
  },
  {
    names: 'bun',
    free: 'test run build',
    declared: 'install i update',
    registry: 'outdated',
    install: 'add remove create init',
    publish: 'publish',
    exec: 'x',
  },
  { names: 'deno', free: 'test check lint fmt task bench doc', install: 'install add cache' },
  {
    names: 'cargo',
    free: `test t build b check c clippy fmt run r bench doc clean tree metadata nextest expand miri fix locate-project
      verify-project new init machete llvm-cov deny hack udeps semver-checks insta tarpaulin sort remove rm`,
    declared: 'fetch vendor',
    registry: 'update search info audit outdated',
    code: 'watch',
    install: 'install add uninstall',
    publish: 'publish login logout yank owner',
  },
  {
    names: 'go',
    free: 'test build vet fmt run generate list doc version env fix clean',
    registry: 'mod work',
    code: 'tool',
    install: 'get install',
  },
  {
    names: 'uv',
    free: 'run tree version venv build',
    declared: 'sync lock',
    install: 'add remove tool python',
    publish: 'publish',
    exec: 'x',
  },
  {
    names: 'poetry',
    free: 'run check show version env build',
    declared: 'install update lock',
    install: 'add remove',
    publish: 'publish config',
  },
  {
    names: 'dotnet',
    free: 'build test run format clean',
    declared: 'restore',
    install: 'add tool new',
    publish: 'nuget',
  },
  {
    names: 'mix',
    free: 'test compile format credo dialyzer run',
    declared: 'deps.get',
    install: 'local.hex archive.install',
  },
  {
    names: 'bundle',
    free: 'exec check show list',
    declared: 'install update',
    install: 'add',
    publish: 'config',
  },
  {
    names: 'composer',
    free: 'test run-script validate dump-autoload show',
    declared: 'install update',
    install: 'require remove',
  },
  { names: 'swift', free: 'build test run format package', install: 'sdk' },
  { names: 'rake', free: 'test spec build default', bare: 'project code' },
  { names: 'xcodebuild', free: 'test build clean', bare: 'project code' },
]

export const PACKAGE_TOOLS: ReadonlyMap<string, Program> = new Map([
  ...ROWS.flatMap((row) => row.names.split(' ').map((name) => [name, readTool(row)] as const)),
  ['npx', (call: Call) => runsTool(call.args)] as const,
  ['bunx', (call: Call) => runsTool(call.args)] as const,
  ['pnpx', (call: Call) => runsTool(call.args)] as const,
  ['uvx', (call: Call) => runsTool(call.args)] as const,
])

/** Another registry than the one that is set could be anybody's. */
const NAMES_SOURCE =
  /^-i$|^-f$|registry|index|find-links|source|mirror|proxy|trusted-host|userconfig|globalconfig|:\/\//i

const isLocal = ({ text }: KnownWord) => text !== null && /^\.\/|^\.$/.test(text)

/** What is declared is brought with the project's own settings, and nothing else is named. */
function kindOfCall(
  name: string,
  group: 'project code' | 'code' | 'registry' | 'declared' | 'install' | 'push',
  args: readonly KnownWord[],
  rest: readonly KnownWord[],
): PlainKind {
  if (name === 'go' && group === 'install' && plainArgs(rest).length > 0 && plainArgs(rest).every(isLocal))
    return 'project code'
  if (group !== 'declared' && group !== 'registry') return group
  if (args.some(({ text }) => text === null || NAMES_SOURCE.test(text))) return 'install'
  return group === 'registry' || plainArgs(rest).length === 0 ? 'registry' : 'install'
}

/** Options whose value is no subcommand. */
const TAKES_NEXT =
  /^(--prefix|-C|--dir|--cwd|--manifest-path|--project-directory|--package-path|--filter|-F|--workspace)$/
/** Options that make `npm` look in another folder. */
const ELSEWHERE = /^(--prefix|-C|--dir|--cwd|--manifest-path|--project-directory|--package-path)$/

function readTool(row: Tool): Program {
  const groups = [
    ['project code', row.free],
    ['code', row.code ?? ''],
    ['registry', row.registry ?? ''],
    ['declared', row.declared ?? ''],
    ['install', row.install ?? ''],
    ['push', row.publish ?? ''],
  ] as const
  const exec = new Set(row.exec?.split(' '))
  return ({ args, name }) => {
    const at = args.findIndex(
      (word, index) => !isOption(word) && !TAKES_NEXT.test(args[index - 1]?.text ?? ''),
    )
    const folders = [
      ...args.filter((_, index) => ELSEWHERE.test(args[index - 1]?.text ?? '')),
      ...optionValues(args),
    ]
    const elsewhere = mentions('write', folders)
    const subcommand = args[at]
    if (!subcommand) return bareCall(row, args, elsewhere)
    if (subcommand.text !== null && exec.has(subcommand.text))
      return [...elsewhere, ...runsTool(args.slice(at + 1))]
    const rest = args.slice(at + 1)
    if (name === 'uv' && subcommand.text === 'pip')
      return [{ kind: 'command', words: [plainWord('pip'), ...rest] }]
    const group = groups.find(
      ([, names]) => subcommand.text !== null && names.split(/\s+/).includes(subcommand.text),
    )?.[0]
    const kind = group === undefined ? undefined : kindOfCall(name, group, args, rest)
    if (name === 'uv' || name === 'poetry' || (name === 'bundle' && subcommand.text === 'exec'))
      if (/^(run|exec)$/.test(subcommand.text ?? '')) return [{ kind: 'command', words: plainFrom(rest) }]
    if (kind === undefined)
      return [{ kind: 'unknown program', note: `nobody knows what ${name} ${subcommand.source} does` }]
    return [
      { kind, ...(kind === 'push' && { note: 'gives something away, or speaks for you' }) },
      ...elsewhere,
      ...(name === 'cargo' && /^(new|init)$/.test(subcommand.text ?? '')
        ? mentions('write', plainArgs(rest))
        : []),
    ]
  }
}

function plainFrom(args: readonly KnownWord[]): readonly KnownWord[] {
  const at = args.findIndex((word) => !isOption(word))
  return at < 0 ? [] : args.slice(at)
}

function bareCall(row: Tool, args: readonly KnownWord[], elsewhere: readonly Found[]): readonly Found[] {
  const asks = args.some(({ text }) => text === '--version' || text === '-v' || text === '--help')
  if (asks) return []
  const kind = row.bare === 'registry' ? kindOfCall('', 'declared', args, []) : row.bare
  return [{ kind: kind ?? 'unknown', note: 'without a word on what to do' }, ...elsewhere]
}

/** What the project has is run; what it has not is brought from outside, so only known names are free. */
function runsTool(args: readonly KnownWord[]): readonly Found[] {
  const tool = plainFrom(args)
  const options = args.slice(0, args.length - tool.length)
  const [name, ...rest] = tool
  const isPlain = options.every(({ text }) =>
    /^(--no-install|--no|-y|--yes|--|--silent|-q|--offline)$/.test(text ?? ''),
  )
  if (isPlain && typeof name?.text === 'string' && PROJECT_TOOLS.has(name.text))
    return [{ kind: 'project code' }, ...mentions('write', [...plainArgs(rest), ...optionValues(rest)])]
  if (isPlain && /^(tsx|ts-node)$/.test(name?.text ?? '')) return [{ kind: 'command', words: tool }]
  return [{ kind: 'install', note: `may bring ${name?.source ?? 'a program'} from outside and run it` }]
}

// Package managers and build tools with subcommands: what runs the project's own code is free, what brings foreign code or
// gives something away is asked.
import type { PlainKind } from '../effect.ts'
import type { KnownWord } from '../known-word.ts'
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
  readonly install?: string
  readonly publish?: string
  /** Runs a tool of the project, or brings it from outside. */
  readonly exec?: string
  /** Without a subcommand. */
  readonly bare?: PlainKind
}

const ROWS: readonly Tool[] = [
  {
    names: 'npm pnpm',
    free: 'test t tst run run-script start stop restart build ls list ll la why explain pkg prefix root bin help version pack rebuild lint dev',
    install:
      'install i ci add update up upgrade uninstall remove rm un link dedupe audit outdated view info search fetch import install-test it create init',
    publish: 'publish unpublish deprecate dist-tag owner access token login logout adduser config set',
    exec: 'exec x dlx',
  },
  {
    names: 'yarn',
    free: 'test run start build lint dev why list workspace workspaces node',
    install: 'install add remove upgrade up dlx create init import',
    publish: 'publish npm login logout config',
    exec: 'exec',
    bare: 'install',
  },
  {
    names: 'bun',
    free: 'test run build',
    install: 'install i add remove update create init',
    publish: 'publish',
    exec: 'x',
  },
  { names: 'deno', free: 'test check lint fmt task bench doc', install: 'install add cache' },
  {
    names: 'cargo',
    free: 'test t build b check c clippy fmt run r bench doc clean tree metadata nextest expand miri fix locate-project verify-project',
    install: 'install add fetch update search uninstall',
    publish: 'publish login logout yank owner',
  },
  {
    names: 'go',
    free: 'test build vet fmt run generate list doc version env fix tool',
    install: 'get install mod work',
  },
  {
    names: 'uv',
    free: 'run tree version',
    install: 'sync add remove pip tool lock venv python',
    publish: 'publish',
    exec: 'x',
  },
  {
    names: 'poetry',
    free: 'run check show version env',
    install: 'install add update remove lock',
    publish: 'publish config',
  },
  { names: 'dotnet', free: 'build test run format clean', install: 'restore add tool new', publish: 'nuget' },
  {
    names: 'mix',
    free: 'test compile format credo dialyzer run',
    install: 'deps.get local.hex archive.install',
  },
  { names: 'bundle', free: 'exec check show list', install: 'install update add', publish: 'config' },
  {
    names: 'composer',
    free: 'test run-script validate dump-autoload show',
    install: 'install update require remove',
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

/** Options that make `npm` look in another folder. */
const ELSEWHERE = /^(--prefix|-C|--dir|--cwd|--manifest-path|--project-directory|--package-path)$/

function readTool(row: Tool): Program {
  const groups = [
    ['project code', row.free],
    ['install', row.install ?? ''],
    ['push', row.publish ?? ''],
  ] as const
  const exec = new Set(row.exec?.split(' '))
  return ({ args, name }) => {
    const at = args.findIndex(
      (word, index) => !isOption(word) && !ELSEWHERE.test(args[index - 1]?.text ?? ''),
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
    if (name === 'go' && subcommand.text === 'tool')
      return [{ kind: 'unknown', note: 'starts another program' }]
    const kind = groups.find(
      ([, names]) => subcommand.text !== null && names.split(' ').includes(subcommand.text),
    )?.[0]
    if (name === 'uv' || name === 'poetry' || (name === 'bundle' && subcommand.text === 'exec'))
      if (/^(run|exec)$/.test(subcommand.text ?? ''))
        return [{ kind: 'command', words: plainFrom(args.slice(at + 1)) }]
    if (kind === undefined)
      return [{ kind: 'unknown', note: `nobody knows what ${name} ${subcommand.source} does` }]
    return [
      { kind, ...(kind === 'push' && { note: 'gives something away, or speaks for you' }) },
      ...elsewhere,
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
  return [{ kind: row.bare ?? 'unknown', note: 'without a word on what to do' }, ...elsewhere]
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
  return [{ kind: 'install', note: `may bring ${name?.source ?? 'a program'} from outside and run it` }]
}

// Which checks a project has when it does not say so itself: read from the files that its tools have anyway.
import type { Check } from '../../protocol/project-file.ts'

export interface FoundChecks {
  readonly from: string
  readonly checks: readonly Check[]
}

/** Files at the root: their names, and the texts of those in `CHECK_SOURCES`. */
export interface RootFiles {
  readonly names: readonly string[]
  readonly texts: Readonly<Record<string, string>>
}

type Finder = (text: string, names: readonly string[]) => [name: string, run: string][]

const FOUND_CHECK_SEC = 600
/** In the order in which they should run: the quick ones first. */
const WANTED = ['format', 'lint', 'types', 'typecheck', 'check', 'build', 'test']

/** The first that has any wins: a Makefile beside a package.json usually calls it. */
const FINDERS: Readonly<Record<string, Finder>> = {
  'package.json': (text, names) => {
    const runner = PACKAGE_RUNNERS.find(([lockfile]) => names.includes(lockfile))?.[1] ?? 'npm run'
    return WANTED.filter((name) => isRealScript(readScripts(text)[name])).map((name) => [
      name,
      `${runner} ${name}`,
    ])
  },
  'Cargo.toml': () => [
    ['build', 'cargo build'],
    ['test', 'cargo test'],
  ],
  'go.mod': () => [
    ['build', 'go build ./...'],
    ['vet', 'go vet ./...'],
    ['test', 'go test ./...'],
  ],
  'pyproject.toml': (text) =>
    PYTHON_TOOLS.filter(([, sign]) => sign.test(text)).map(([name, , run]): [string, string] => [name, run]),
  Makefile: (text) =>
    WANTED.filter((target) => new RegExp(`^${target}[ \\t]*:(?!=)`, 'm').test(text)).map((target) => [
      target,
      `make ${target}`,
    ]),
}

const PACKAGE_RUNNERS: readonly (readonly [lockfile: string, run: string])[] = [
  ['pnpm-lock.yaml', 'pnpm run'],
  ['yarn.lock', 'yarn run'],
  ['bun.lock', 'bun run'],
  ['bun.lockb', 'bun run'],
]

const PYTHON_TOOLS: readonly (readonly [name: string, sign: RegExp, run: string])[] = [
  ['lint', /^\[tool\.ruff/m, 'ruff check .'],
  ['types', /^\[tool\.mypy/m, 'mypy .'],
  ['test', /^\[tool\.pytest|["']pytest\b/m, 'pytest'],
]

export const CHECK_SOURCES: readonly string[] = Object.keys(FINDERS)

/** All files that decide which checks are found. */
export const CHECK_PATHS: readonly string[] = [...CHECK_SOURCES, ...PACKAGE_RUNNERS.map(([name]) => name)]

export function findChecks({ names, texts }: RootFiles): FoundChecks | undefined {
  for (const [from, find] of Object.entries(FINDERS)) {
    const text = texts[from]
    const found = text === undefined ? [] : find(text, names)
    if (found.length > 0)
      return {
        from,
        checks: found.map(([name, run]) => ({ name, run, timeoutSec: FOUND_CHECK_SEC, required: true })),
      }
  }
  return undefined
}

function readScripts(text: string): Record<string, unknown> {
  try {
    const { scripts } = JSON.parse(text) as { scripts?: unknown }
    return typeof scripts === 'object' && scripts !== null ? (scripts as Record<string, unknown>) : {}
  } catch {
    return {} // no JSON, so no scripts that could be run
  }
}

/** `npm init` writes a test that only says that there is none. */
function isRealScript(script: unknown): boolean {
  return typeof script === 'string' && script !== '' && !script.includes('no test specified')
}

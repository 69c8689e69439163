// Proofs of the rules about what stands in a file: state, mocks, types, errors and shells.
import type { Proof } from './proof.ts'
import { sample } from './sample.ts'

export const CODE_PROOFS: readonly Proof[] = [
  {
    rule: 'plain-words',
    refuses: 'a word on a page that the glossary avoids',
    bad: sample('src/web/a.tsx', 'export const A = () => <p>Waits for you</p>'),
    good: sample('src/web/a.tsx', 'export const A = () => <p>Needs attention</p>'),
  },
  {
    rule: 'plain-words',
    refuses: 'such a word in a sentence with a value in it',
    bad: sample('src/cli/a.ts', 'export const a = (id: string) => `${id} was taken back`'),
    good: sample(
      'src/cli/a.ts',
      "import b from './elsewhere.ts'",
      'export const a = () => `see cmux notices`',
    ),
  },
  {
    rule: 'plain-words',
    refuses: 'such a word in the prompt of a role',
    bad: sample('src/roles/a.md', 'You turn wishes into work.'),
    good: sample('src/roles/a.md', 'You turn requests into work.'),
  },
  {
    rule: 'singletons',
    refuses: 'a singleton that is asked for',
    bad: sample('src/server/a.ts', 'export const a = Store.getInstance()'),
    good: sample('src/server/a.ts', 'export const a = makeStore()'),
  },
  {
    rule: 'singletons',
    refuses: 'a class that keeps its instance',
    bad: sample('src/server/a.ts', 'export class A {', '  static #instance: A', '}'),
    good: sample('src/server/a.ts', 'export class A {', '  static limit = 1', '  instance = 1', '}'),
  },
  {
    rule: 'module-state',
    refuses: 'a variable of the module',
    bad: sample('src/server/a.ts', 'export let a = 1'),
    good: sample('src/server/a.ts', 'export const a = () => {', '  let b = 1', '  return b++', '}'),
  },
  {
    rule: 'module-state',
    refuses: 'a cache of the module',
    bad: sample('src/server/a.ts', 'const cache = new Map<string, string>()'),
    good: sample(
      'src/server/a.ts',
      'const NONE: ReadonlySet<string> = new Set()',
      'const SOME = new Set([1])',
    ),
  },
  {
    rule: 'module-mocks',
    refuses: 'a mocked module',
    bad: sample('src/server/a.test.ts', "vi.mock('./b.ts')"),
    good: sample('src/server/a.test.ts', 'const send = vi.fn()'),
  },
  {
    rule: 'any',
    refuses: 'any as an annotation',
    bad: sample('src/server/a.ts', 'export const a = (b: any[]) => b'),
    good: sample(
      'src/server/a.ts',
      '// any of them',
      "export const a = (b: unknown) => ({ any: b, text: ': any' })",
    ),
  },
  {
    rule: 'any',
    refuses: 'any as a cast, in tests too',
    bad: sample('test/e2e/a.ts', 'export const a = 1 as any'),
    good: sample('test/e2e/a.ts', 'export const a = 1 as const'),
  },
  {
    rule: 'silenced-types',
    refuses: 'a silenced type error',
    bad: sample('src/server/a.ts', '// @ts-ignore it works', 'export const a: string = 1'),
    good: sample('src/server/a.ts', '// We never write @ts-ignore.', "export const a = '// @ts-ignore'"),
  },
  {
    rule: 'silenced-types',
    refuses: 'a file without types',
    bad: sample('src/server/a.ts', '/* @ts-nocheck */', 'export const a = 1'),
    good: sample('src/server/a.ts', '/* no checks yet */', 'export const a = 1'),
  },
  {
    rule: 'empty-catch',
    refuses: 'a dropped error',
    bad: sample('src/server/a.ts', 'try {', '  go()', '} catch {', '}'),
    good: sample(
      'src/server/a.ts',
      'try {',
      '  go()',
      '} catch {',
      '  // gone already, which is what we want',
      '}',
    ),
  },
  {
    rule: 'empty-catch',
    refuses: 'a dropped rejection',
    bad: sample('src/server/a.ts', 'export const a = go().catch(() => {})'),
    good: sample('src/server/a.ts', 'export const a = go().catch((cause) => report(cause))'),
  },
  {
    rule: 'shell-strings',
    refuses: 'a command as a string',
    bad: sample('scripts/a.ts', "import { execSync as run } from 'node:child_process'"),
    good: sample('scripts/a.ts', "import { execFileSync } from 'node:child_process'"),
  },
  {
    rule: 'shell-strings',
    refuses: 'exec of the module',
    bad: sample('scripts/a.ts', "import * as cp from 'node:child_process'", "cp.exec('ls')"),
    good: sample('scripts/a.ts', "export const a = /b/.exec('b')", "database.exec('select 1')"),
  },
  {
    rule: 'shell-strings',
    refuses: 'the bare call',
    bad: sample('test/e2e/a.ts', "exec('ls')"),
    good: sample('test/e2e/a.ts', "execFile('ls', [])"),
  },
  {
    rule: 'shell-strings',
    refuses: 'a shell asked for',
    bad: sample('src/host/a.ts', "spawn('ls', [], { shell: true })"),
    good: sample('src/host/a.ts', "spawn('ls', [], { shell: false })"),
  },
]

// Proofs of the rules about files: names, sizes, first lines, traces of a machine, and tests.
import type { Proof } from './proof.ts'
import { sample } from './sample.ts'

const lines = (count: number): string[] => Array.from({ length: count }, (_, index) => `// ${index}`)
const functionOf = (count: number): string[] => ['export function a() {', ...lines(count - 2), '}']
// In parts, so that the repository does not hold the path that it refuses.
const machinePath = (...parts: readonly string[]): string => ['', ...parts].join('/')

export const FILE_PROOFS: readonly Proof[] = [
  {
    rule: 'kebab-case',
    refuses: 'a file name in camel case',
    bad: sample('src/lib/assertNever.ts'),
    good: sample('src/lib/assert-never.test.ts'),
  },
  {
    rule: 'kebab-case',
    refuses: 'a folder name in snake case',
    bad: sample('src/web/page_parts/page.css'),
    good: sample('src/web/page-parts/page.css'),
  },
  {
    rule: 'kebab-case',
    refuses: 'a page in capitals that is no README',
    bad: sample('src/web/NOTES.md'),
    good: sample('src/web/README.md'),
  },
  {
    rule: 'banned-names',
    refuses: 'a file for everything',
    bad: sample('src/lib/string-utils.ts'),
    good: sample('src/lib/utilise.ts'),
  },
  {
    rule: 'banned-names',
    refuses: 'a folder for everything',
    bad: sample('test/helpers/a.ts'),
    good: sample('test/fixtures/a.ts'),
  },
  {
    rule: 'banned-names',
    refuses: 'a file for all types',
    bad: sample('src/core/mail/types.ts'),
    good: sample('src/core/mail/mail-type.ts'),
  },
  {
    rule: 'file-size',
    refuses: 'a file over its size',
    bad: sample('src/server/a.ts', ...lines(401)),
    good: sample('src/server/a.ts', ...lines(400)),
  },
  {
    rule: 'file-size',
    refuses: 'a watchdog file over its smaller size',
    bad: sample('src/watchdog/a.ts', ...lines(301)),
    good: sample('src/watchdog/a.ts', ...lines(300)),
  },
  {
    rule: 'file-size',
    refuses: 'a test file over its larger size',
    bad: sample('bench/a.ts', ...lines(601)),
    good: sample('src/server/a.test.ts', ...lines(600)),
  },
  {
    rule: 'function-size',
    refuses: 'a function over its size',
    bad: sample('src/server/a.ts', ...functionOf(71)),
    good: sample('src/server/a.ts', ...functionOf(70)),
  },
  {
    rule: 'function-size',
    refuses: 'a method over its size',
    bad: sample('src/server/a.ts', 'export class A {', '  b() {', ...lines(69), '  }', '}'),
    good: sample('test/e2e/a.ts', 'export class A {', '  b() {', ...lines(69), '  }', '}'),
  },
  {
    rule: 'opening-comment',
    refuses: 'a module that does not say what it is for',
    bad: sample('src/lib/a.ts', 'export const a = 1', ...lines(20)),
    good: sample('src/lib/a.ts', '/** One. */', 'export const a = 1', ...lines(20)),
  },
  {
    rule: 'opening-comment',
    refuses: 'a script that starts without a word',
    bad: sample('scripts/a.ts', '#!/usr/bin/env node', 'go()', ...lines(20)),
    good: sample('scripts/a.ts', '#!/usr/bin/env node', '// Goes.', 'go()', ...lines(20)),
  },
  {
    rule: 'named-after-export',
    refuses: 'a file that exports nothing of its name',
    bad: sample('src/core/permission.ts', 'export function decideAccess() {}'),
    good: sample('src/core/decide-access.ts', 'export function decideAccess() {}'),
  },
  {
    rule: 'named-after-export',
    refuses: 'a type in a file of another name',
    bad: sample('src/core/agent-list.ts', 'export type A2ACard = { readonly id: string }'),
    good: sample('src/core/a2a-card.ts', 'type A2ACard = { readonly id: string }', 'export type { A2ACard }'),
  },
  {
    rule: 'named-after-export',
    refuses: 'a table in a file of another name',
    bad: sample('src/protocol/errors.ts', 'export const ERROR_CATALOGUE = []'),
    good: sample('src/protocol/error-catalogue.ts', 'export const ERROR_CATALOGUE = []'),
  },
  {
    rule: 'machine-paths',
    refuses: 'a path of the machine it was written on',
    bad: sample('docs/operating.md', `See ${machinePath('work', 'notes.md')}.`),
    good: sample(
      'docs/operating.md',
      `See docs${machinePath('work', 'notes.md')} or ~${machinePath('work', 'a')}.`,
    ),
  },
  {
    rule: 'machine-paths',
    refuses: 'the home of a person',
    bad: sample('src/host/a.ts', `export const a = 'file://${machinePath('home', 'ada', 'cmux')}'`),
    good: sample('src/host/a.ts', `export const a = '${machinePath('home', '')}'`),
  },
  {
    rule: 'lockfile-hosts',
    refuses: 'a registry in the lockfile',
    bad: sample('package-lock.json', '{ "resolved": "https://registry.example/a.tgz" }'),
    good: sample('package-lock.json', '{ "integrity": "sha512-resolved" }'),
  },
]

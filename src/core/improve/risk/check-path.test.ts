import { expect, test } from 'vitest'
import { checkPath } from './check-path.ts'

test.each([
  'README.md',
  'src/core/a-b_c.test.ts',
  'docs/größe.md',
  'a b/c d.txt',
  '.gitignore',
  '.github/workflows/ci.yml',
  'nul-values.ts',
  'context/auxiliary.ts',
])('[P7] %s may be named', (path) => {
  expect(checkPath(path)).toBeUndefined()
})

test.each([
  ['/etc/passwd', 'not relative'],
  ['C:/windows', 'not relative'],
  ['../outside', 'leads out'],
  ['a/../../outside', 'leads out'],
  ['a/./b', 'empty part'],
  ['a//b', 'empty part'],
  ['a/', 'empty part'],
  ['.git/config', 'git itself'],
  ['.GIT/hooks/pre-commit', 'git itself'],
  ['sub/.Git/config', 'git itself'],
  ['.git./config', 'git itself'],
  ['.git /config', 'git itself'],
  ['GIT~1/config', 'git itself'],
  ['.git::$INDEX_ALLOCATION/config', 'git itself'],
  ['.g\u200dit/config', 'nobody sees'],
  ['src\\main.ts', 'backslash'],
  ['a\u0000b', 'nobody sees'],
  ['a\nb', 'nobody sees'],
  ['gpj.\u202eexe', 'nobody sees'],
  ['pack\u200bage.json', 'nobody sees'],
  ['pack\ufffdage.json', 'nobody sees'],
  ['gro\u0308ße.md', 'not NFC'],
  ['package.json.', 'dot or a blank'],
  ['package.json ', 'dot or a blank'],
  ['con', 'device'],
  ['docs/NUL.txt', 'device'],
  ['x'.repeat(256), 'too long'],
  ['ü'.repeat(128), 'too long'],
])('[P7] %j is refused', (path, why) => {
  expect(checkPath(path)).toContain(why)
})

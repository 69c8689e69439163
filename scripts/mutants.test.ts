import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const SCRIPT = join(import.meta.dirname, 'test.ts')

test.each([
  [
    'a file that is in no row',
    ['no-such-file'],
    'no file of test/mutants/deciders.ts is called no-such-file',
  ],
  ['an option that is none', ['--fast'], 'no file of test/mutants/deciders.ts is called fast'],
  ['no job at once', ['--jobs', '0'], 'how many jobs at once must be a number from 1 on'],
  ['the page of one file', ['--write', 'decide-budget'], 'only the scores of all files are kept'],
])('%s is refused before anything is brought or run', (_, args, words) => {
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, 'mutants', ...args], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([
    2,
    `cmux: ${words} (USAGE)\nhint: ./cmux test mutants [FILE…] [--jobs N] [--write]\n`,
  ])
})

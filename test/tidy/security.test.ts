// The page about security names a test for each attempt. A test that was renamed or removed would leave a claim without proof.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'

const PAGE = 'docs/security.md'

/** The rows of the table under a heading. */
function rowsUnder(heading: string): string[] {
  const page = readFileSync(join(REPOSITORY_ROOT, PAGE), 'utf8')
  const [section = ''] = page.split(`## ${heading}\n`)[1]?.split('\n## ') ?? []
  return section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
}

test.each([
  ['What stops them', 20],
  ['Attacks that once worked', 20],
])('[STYLE 14] every row under "%s" on the page about security has a test that exists', (heading, least) => {
  const rows = rowsUnder(heading)
  const tests = rows.map((row) =>
    [...row.matchAll(/`(test\/\S+\.test\.ts)`/g)].map(([, file]) => String(file)),
  )
  expect(rows.length).toBeGreaterThan(least)
  expect(rows.filter((_, index) => tests[index]?.length === 0)).toEqual([])
  expect(tests.flat().filter((file) => !existsSync(join(REPOSITORY_ROOT, file)))).toEqual([])
})

/** It only judges paths there, or makes its folder one line on. */
const MAKES_NONE = new Set(['src/adapters/rules/make-tool-judge.ts', 'src/host/prove/open-stage.ts'])

test('[P7] no folder for temporary files has a name that somebody could know before', () => {
  const files = ['src', 'scripts'].flatMap((folder) =>
    readdirSync(join(REPOSITORY_ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `${folder}/${name}`),
  )
  const found = files.flatMap((file) =>
    readFileSync(join(REPOSITORY_ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('tmpdir()'))
      .map((line) => ({ file, line: line.trim() })),
  )
  expect(found.length).toBeGreaterThan(5)
  const known = found.filter(({ file, line }) => !line.includes('mkdtemp') && !MAKES_NONE.has(file))
  expect(known).toEqual([])
})

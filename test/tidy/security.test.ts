// The page about security names a test for each attempt. A test that was renamed or removed would leave a claim without proof.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { REPOSITORY_ROOT } from './repository-root.ts'

const PAGE = 'docs/security.md'

test('[STYLE 14] every attempt on the page about security has a test that exists', () => {
  const page = readFileSync(join(REPOSITORY_ROOT, PAGE), 'utf8')
  const [, attempts = ''] = page.split('## What stops them')
  const [section = ''] = attempts.split('\n## ')
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  const tests = rows.map((row) =>
    [...row.matchAll(/`(test\/\S+\.test\.ts)`/g)].map(([, file]) => String(file)),
  )
  expect(rows.length).toBeGreaterThan(20)
  expect(rows.filter((_, index) => tests[index]?.length === 0)).toEqual([])
  expect(tests.flat().filter((file) => !existsSync(join(REPOSITORY_ROOT, file)))).toEqual([])
})

// Who decides on each file that is here. Beside tiers.test.ts, which is also run where only some of the files are.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeGlobMatcher } from '../../src/adapters/files/make-glob-matcher.ts'
import { judgeTier } from '../../src/core/improve/risk/judge-tier.ts'

const RULES = { tiers: undefined, selfReview: 'person', matches: makeGlobMatcher() } as const
const judge = (path: string) =>
  judgeTier({ path, status: 'modified', oldMode: '100644', newMode: '100644' }, RULES).tier
const isReadme = (path: string) => /^(src|test)\/.*README\.md$/.test(path)

test('[S4] of the folders that are built, run or tested, a person decides on each file but the roles, the READMEs and the measured times', () => {
  const root = join(import.meta.dirname, '..', '..')
  const paths = ['src', 'scripts', 'test', 'bench', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  expect(paths.length).toBeGreaterThan(2000)
  const others = paths.filter((path) => judge(path) !== 'forbidden').toSorted()
  expect(others.filter((path) => !isReadme(path))).toEqual([
    'src/roles/reviewer.md',
    'src/roles/supervisor.md',
    'src/roles/worker.md',
    'test/times.json',
  ])
  const readmes = paths.filter(isReadme)
  expect(readmes.length).toBeGreaterThan(40)
  expect(readmes.filter((path) => judge(path) !== 'safe')).toEqual([])
  expect(judge('src/roles/README.md')).toBe('care')
})

import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { tidyReleases } from './tidy-releases.ts'

const DAY_MS = 24 * 3600_000

test.each([
  ['kept while it is fresh, since it may be about to be promoted', 0, ['good', 'unnamed']],
  ['removed later', 2 * DAY_MS, ['good']],
])('a release that nobody names is %s', (_, ageMs, left) => {
  using folder = makeTempFolder()
  for (const name of ['good', 'unnamed']) mkdirSync(join(folder.path, 'releases', name), { recursive: true })
  tidyReleases(folder.path, new Set(['good']), Date.now() + ageMs)
  expect(readdirSync(join(folder.path, 'releases')).toSorted()).toEqual(left)
})

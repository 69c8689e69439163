import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { tidyReleases } from './tidy-releases.ts'

const DAY_MS = 86_400_000

test('[R2] a release that nobody names is let go, but not on the day that it came', () => {
  using home = makeTempFolder()
  for (const name of ['kept', 'new', 'half.tmp'])
    mkdirSync(join(home.path, 'releases', name), { recursive: true })
  const left = () => readdirSync(join(home.path, 'releases')).toSorted()
  tidyReleases(home.path, new Set(['kept']))
  expect(left()).toEqual(['half.tmp', 'kept', 'new'])
  tidyReleases(home.path, new Set(['kept']), Date.now() + 2 * DAY_MS)
  expect(left()).toEqual(['kept'])
})

import { expect, test } from 'vitest'
import { planMigrations } from './migrate.ts'
import type { Migration } from './migrations/migration.ts'

const makeMigration = (version: number): Migration => ({
  version,
  name: `number ${version}`,
  readableFrom: 1,
  up: () => Promise.resolve(),
})

const known = [1, 2, 3].map(makeMigration)

test.each([
  { what: 'a new file', version: 0, readableFrom: 0, planned: [1, 2, 3] },
  { what: 'old data', version: 1, readableFrom: 1, planned: [2, 3] },
  { what: 'data of this code', version: 3, readableFrom: 2, planned: [] },
  { what: 'newer data that this code can read', version: 9, readableFrom: 3, planned: [] },
])('the migrations for $what are $planned', ({ version, readableFrom, planned }) => {
  expect(planMigrations({ version, readableFrom }, known).map((migration) => migration.version)).toEqual(
    planned,
  )
})

test('[R6] data that only newer code can read is refused', () => {
  expect(() => planMigrations({ version: 9, readableFrom: 4 }, known)).toThrow(
    expect.objectContaining({
      code: 'STORE_TOO_NEW',
      message: 'the data has schema 9, which needs code of schema 4; this is 3',
    }),
  )
})

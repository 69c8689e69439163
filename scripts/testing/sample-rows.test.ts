import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = `
  import { sampleRows, sampleSize } from '${join(import.meta.dirname, '..', '..', 'test', 'fixtures', 'sample-rows.ts')}'
  const rows = Array.from({ length: 40 }, (_, row) => row)
  const groupOf = (row) => String(row % 4)
  console.log(JSON.stringify({
    plain: sampleRows('plain', rows, { count: 5 }),
    other: sampleRows('other', rows, { count: 5 }),
    grouped: sampleRows('grouped', rows, { count: 2, groupOf }),
    size: sampleSize({ whole: 9, sample: 3 }),
  }))`

interface Samples {
  readonly plain: number[]
  readonly other: number[]
  readonly grouped: number[]
  readonly size: number
}

const run = (env: Record<string, string>) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', PROGRAM], { env, encoding: 'utf8' }),
  ) as Samples

test('[STYLE 12] a seed chooses the same rows again, and another one others', () => {
  const [one, again, other] = [{ CMUX_TEST_SEED: '1' }, { CMUX_TEST_SEED: '1' }, { CMUX_TEST_SEED: '2' }].map(
    run,
  )
  expect(again).toEqual(one)
  expect(other?.plain).not.toEqual(one?.plain)
  expect(one?.other).not.toEqual(one?.plain)
})

test('[STYLE 12] a sample has so many rows of each group, in their order, and different seeds reach every row', () => {
  const seen = new Set<number>()
  for (let seed = 0; seed < 12; seed += 1) {
    const { plain, grouped, size } = run({ CMUX_TEST_SEED: String(seed) })
    expect([plain.length, new Set(plain).size, plain.toSorted((a, b) => a - b)]).toEqual([5, 5, plain])
    expect(Object.values(Object.groupBy(grouped, (row) => row % 4)).map((group) => group?.length)).toEqual([
      2, 2, 2, 2,
    ])
    expect(size).toBe(3)
    for (const row of [...plain, ...grouped]) seen.add(row)
  }
  expect(seen.size).toBeGreaterThan(30)
})

test('[STYLE 12] a soak runs every row', () => {
  const { plain, grouped, size } = run({ CMUX_TEST_WHOLE: '1' })
  expect([plain.length, grouped.length, size]).toEqual([40, 40, 9])
})

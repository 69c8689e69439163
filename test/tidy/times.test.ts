import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTimes } from '../../scripts/testing/times.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

/** A slow file is paid by everybody, every time. */
const FILE_MAX_SEC = 45
const KINDS = ['tidy', 'contract', 'sim', 'e2e', 'browser'] as const

const files = KINDS.flatMap((kind) =>
  readdirSync(join(REPOSITORY_ROOT, 'test', kind), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `test/${kind}/${name}`),
)
const times = readTimes(REPOSITORY_ROOT)

test('[STYLE 12] every test file of a default kind has its time in test/times.json (`./cmux test --keep-times`)', () => {
  expect(files.filter((file) => times[file] === undefined)).toEqual([])
})

test(`[STYLE 12] no test file of a default kind takes longer than ${FILE_MAX_SEC} s`, () => {
  expect(Object.entries(times).filter(([, seconds]) => seconds > FILE_MAX_SEC)).toEqual([])
})

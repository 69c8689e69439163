import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readProveReport } from './read-prove-report.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cmux-test-'))
  mkdirSync(join(home, 'prove'))
})
afterEach(() => rmSync(home, { recursive: true }))

test.each([
  ['never made', undefined],
  ['cut off', '{"problems":['],
  ['of another form', '{"passed":true}'],
])('[L10] there is no report when it was %s', async (_, text) => {
  if (text !== undefined) writeFileSync(join(home, 'prove', 'last.json'), text)
  expect(await readProveReport(home)).toBeNull()
})

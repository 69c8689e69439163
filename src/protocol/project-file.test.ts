import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { ProjectFile } from './project-file.ts'

test('docs/cmux.schema.json is what the schema says', () => {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'cmux.schema.json')
  const title = 'cmux.json: how cmux works on this repository'
  const made = { title, ...z.toJSONSchema(ProjectFile, { io: 'input' }) }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(made)))
})

test.each<[string, unknown]>([
  ['how careful a change has to be', { tiers: { safe: ['**/*a*a*a*a*a*a*a*a*a*a*a*a*a*a*z'] } }],
  ['logs', { watch: { files: ['logs/*a*a*a*a*a*a*a*a*z'] } }],
])('[P8] a pattern for %s that takes hours to match is refused', (_, file) => {
  expect(ProjectFile.safeParse(file).error?.message).toContain('must have at most 3 * in one name')
})

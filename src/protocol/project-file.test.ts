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

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Policy } from './policy.ts'

test('docs/policy.schema.json is what the schema says', () => {
  const path = join(import.meta.dirname, '..', '..', 'docs', 'policy.schema.json')
  const title = 'policy.json: what agents may do with their tools'
  const made = { title, ...z.toJSONSchema(Policy, { io: 'input' }) }
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual(JSON.parse(JSON.stringify(made)))
})

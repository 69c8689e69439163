import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const codeOf = (path: string) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').replace(/^\/\/.*\n/, '')

test('[P7] the guard knows the same secrets as the guarded', () => {
  expect(codeOf('redact-secrets.ts')).toBe(codeOf('../lib/redact-secrets.ts'))
})

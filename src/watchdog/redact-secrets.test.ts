import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const codeOf = (path: string) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').replace(/^\/\/.*\n/, '')

test.each(['redact-secrets.ts', 'vendor-secrets.ts', 'named-secrets.ts', 'names-secret.ts'])(
  '[P7] [S10] the guard knows the same secrets as the guarded: %s',
  (file) => {
    expect(codeOf(file)).toBe(codeOf(`../lib/${file}`))
  },
)

// The test files that run a sample of their tables by default. A soak runs them with every row.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export function listSampled(root: string): string[] {
  const names = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  const tests = names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${name}`)
  return tests.filter((path) => /\/(?:sample-rows|looks)\.ts/.test(readFileSync(join(root, path), 'utf8')))
}

import { expect, test } from 'vitest'
import { requireSums } from './require-sums.ts'

const SUM = 'sha512-AAAA'
const lockfile = (packages: object) => JSON.stringify({ packages: { '': { name: 'cmux' }, ...packages } })

const TAKEN: readonly object[] = [
  {},
  { 'node_modules/a': { integrity: SUM } },
  { 'node_modules/a': { integrity: SUM }, 'node_modules/a/node_modules/b': { inBundle: true } },
  { 'node_modules/a': { integrity: 'sha256-AAAA' }, 'node_modules/b': { integrity: 'sha384-AAAA' } },
]
test.each(TAKEN)('[P5] a lockfile whose packages all have a sum is taken: %o', (packages) => {
  expect(() => requireSums(lockfile(packages))).not.toThrow()
})

const REFUSED: readonly object[] = [
  { resolved: 'https://registry.example/b.tgz' },
  { integrity: 'sha1-AAAA' },
  { integrity: '' },
  { resolved: 'packages/b', link: true },
  { resolved: 'git+ssh://git@example.com/b.git#0123' },
  { integrity: SUM.slice(1) },
]
test.each(REFUSED)('[P5] a lockfile with a package without a sum is refused: %o', (locked) => {
  const text = lockfile({ 'node_modules/a': { integrity: SUM }, 'node_modules/b': locked })
  expect(() => requireSums(text)).toThrow('package-lock.json has no sum for node_modules/b')
})

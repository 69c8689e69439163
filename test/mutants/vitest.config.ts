// For Stryker: only the tests of the file in which it plants faults, as scripts/mutants.ts names them. Its own option for that would
// plant a fault in a constant after the constant was made, so that no test could ever notice it.
import { defineConfig } from 'vitest/config'

const TEST_LIMIT_MS = 60_000

export default defineConfig({
  test: {
    include: (process.env['CMUX_MUTANT_TESTS'] ?? '').split(' '),
    maxWorkers: 1,
    testTimeout: TEST_LIMIT_MS,
    hookTimeout: TEST_LIMIT_MS,
  },
})

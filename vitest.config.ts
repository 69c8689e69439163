import { defineConfig } from 'vitest/config'

// One project a kind of test, so that `./cmux test KIND` is `vitest --project KIND`.
// A test waits for facts with its own, shorter limits; these only end what hangs.
const TEST_LIMIT_MS = 60_000
const LONG_TEST_LIMIT_MS = 300_000

const kind = (name: string, include: string[], testTimeout = TEST_LIMIT_MS, globalSetup: string[] = []) => ({
  test: { name, include, testTimeout, hookTimeout: testTimeout, globalSetup },
})

/** For kinds whose test files run the programs as they are shipped. */
const BUILT = ['test/fixtures/build-once.ts']

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      kind('tidy', ['test/tidy/**/*.test.ts'], LONG_TEST_LIMIT_MS),
      kind('unit', ['src/**/*.test.ts', 'scripts/**/*.test.ts']),
      kind('contract', ['test/contract/**/*.test.ts']),
      kind('sim', ['test/sim/**/*.test.ts'], LONG_TEST_LIMIT_MS),
      kind('e2e', ['test/e2e/**/*.test.ts'], LONG_TEST_LIMIT_MS, BUILT),
      kind('browser', ['test/browser/**/*.test.ts'], LONG_TEST_LIMIT_MS, BUILT),
      kind('real', ['test/real/*.test.ts'], 2 * LONG_TEST_LIMIT_MS, BUILT),
      kind('soak', ['test/soak/**/*.test.ts'], 60 * 60_000, BUILT),
    ],
  },
})

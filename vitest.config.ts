import { defineConfig } from 'vitest/config'
import { listSampled } from './scripts/testing/list-sampled.ts'
import { LongestFirst } from './scripts/testing/longest-first.ts'
import { REPORT_PATH, RunReporter } from './scripts/testing/run-reporter.ts'

// One project a kind of test, so that `./cmux test KIND` is `vitest --project KIND`.
// A test waits for facts with its own, shorter limits; these only end what hangs.
const TEST_LIMIT_MS = 60_000
const LONG_TEST_LIMIT_MS = 300_000

const kind = (
  name: string,
  include: string[],
  testTimeout = TEST_LIMIT_MS,
  globalSetup: string[] = [],
  env: Record<string, string> = {},
) => ({
  test: { name, include, testTimeout, hookTimeout: testTimeout, globalSetup, env },
})

/** For kinds whose test files run the programs as they are shipped. */
const BUILT = ['test/fixtures/build-once.ts']

/** More than there are cores: the long files wait for most of their time. With three, a fifth of two cores was unused (decision 161). */
const WORKERS = 4

/** The long tests, and the tables of which the other kinds run a sample. */
const soak = kind(
  'soak',
  ['test/soak/**/*.test.ts', ...listSampled(import.meta.dirname)],
  60 * 60_000,
  BUILT,
  { CMUX_TEST_WHOLE: '1' },
)

const report = process.env[REPORT_PATH]

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    // A fact may come late on a busy machine; vitest would wait for one second.
    expect: { poll: { timeout: 20_000 } },
    // Files share their modules: loading them for each file took a minute of the whole run. No module of ours keeps anything.
    isolate: false,
    reporters: ['default', ...(report === undefined ? [] : [new RunReporter(report)])],
    sequence: { sequencer: LongestFirst },
    projects: [
      kind('tidy', ['test/tidy/**/*.test.ts'], LONG_TEST_LIMIT_MS),
      kind('unit', ['src/**/*.test.ts', 'scripts/**/*.test.ts']),
      kind('contract', ['test/contract/**/*.test.ts']),
      kind('sim', ['test/sim/**/*.test.ts'], LONG_TEST_LIMIT_MS),
      kind('e2e', ['test/e2e/**/*.test.ts'], LONG_TEST_LIMIT_MS, BUILT),
      kind('browser', ['test/browser/**/*.test.ts'], LONG_TEST_LIMIT_MS, BUILT),
      kind('real', ['test/real/*.test.ts'], 2 * LONG_TEST_LIMIT_MS, BUILT),
      soak,
    ],
  },
})

// What one run of vitest came to, in the shape in which the reporter hands it over, and the lines that people read.

export interface TestReport {
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  /** The first error of a failed test, or the reason of a skipped one. */
  readonly why: string
}

export interface FileReport {
  /** Relative to the checkout. */
  readonly file: string
  readonly kind: string
  /** From loading the file to the end of its last hook. */
  readonly seconds: number
  /** The errors of the file itself: it could not be loaded, or a hook failed. */
  readonly errors: readonly string[]
  readonly tests: readonly TestReport[]
  /** What the file leaves out on this machine, and why, in its own words. */
  readonly notRun: readonly string[]
}

export interface RunReport {
  readonly files: readonly FileReport[]
  /** Errors that belong to no test, such as an unhandled rejection. */
  readonly unhandled: readonly string[]
}

export interface Fault {
  readonly file: string
  readonly test: string
  readonly why: string
}

const SLOWEST_SHOWN = 10

export function listFaults({ files, unhandled }: RunReport): Fault[] {
  return [
    ...files.flatMap(faultsOf),
    ...unhandled.map((why) => ({ file: 'the run', test: 'as a whole', why: firstLine(why) })),
  ]
}

function faultsOf({ file, tests, errors }: FileReport): Fault[] {
  const failed = tests.filter(({ state }) => state === 'failed')
  const faults = failed.map(({ name, why }) => ({ file, test: name, why: firstLine(why) }))
  return [...faults, ...errors.map((why) => ({ file, test: 'as a whole', why: firstLine(why) }))]
}

export function countTests(files: readonly FileReport[], state: TestReport['state']): number {
  return files.flatMap(({ tests }) => tests).filter((test) => test.state === state).length
}

/** A log is often kept from its end, so each line has to stand alone. */
export function tellFault({ file, test, why }: Fault): string {
  return `failed: ${file}, ${test}: ${why}`
}

export function tellSkipped(files: readonly FileReport[]): string[] {
  return files.flatMap(({ file, tests, notRun }) =>
    tests
      .filter(({ state }) => state === 'skipped' || state === 'pending')
      .map(({ name, why }) => `skipped: ${file}, ${name}: ${why || notRun.join('; ') || 'nobody says why'}`),
  )
}

export function tellSlowest(files: readonly FileReport[]): string[] {
  const slowest = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST_SHOWN)
  return slowest.map(({ file, seconds }) => `slow: ${seconds.toFixed(1)} s ${file}`)
}

/** The line that CI reads. */
export function tellCounts(counts: { passed: number; failed: number; skipped: number }): string {
  const { passed, failed, skipped } = counts
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? ''
}

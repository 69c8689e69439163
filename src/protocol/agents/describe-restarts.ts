// Why a run of an agent began and how it ended, the same in the terminal and on the page. What is stored keeps its words.

/** A program that nobody told to end ended, and was started again. */
export const STARTED_AFTER_EXIT = 'it had ended'

const ENDS: readonly (readonly [stored: RegExp, says: (number: string) => string])[] = [
  [/^ended with status (\d+)$/, (code) => `exited (code ${code})`],
  [/^ended by signal (\d+)$/, (signal) => `was killed (signal ${signal})`],
  [/^ended, nobody knows how$/, () => 'exited (cause unknown)'],
]

/** Null: the end was not seen. */
export function describeEnd(end: string | null): string {
  if (end === null) return 'exited (cause unknown)'
  for (const [stored, says] of ENDS) {
    const [all, number = ''] = stored.exec(end) ?? []
    if (all !== undefined) return says(number)
  }
  return `exited: ${end}`
}

export function describeStart(why: string): string {
  return why === STARTED_AFTER_EXIT ? 'restarted after an unexpected exit' : why
}

/** `restarted once`; empty for a first run. */
export function describeRestarts(generation: number): string {
  const times = generation - 1
  if (times < 1) return ''
  return times === 1 ? 'restarted once' : `restarted ${times} times`
}

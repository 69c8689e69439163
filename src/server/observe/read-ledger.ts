// What the watchdog has written down about releases.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Ledger {
  readonly current: string
  readonly phase: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
  /** What ran before the current one. */
  readonly servedBefore: string | null
}

export async function readLedger(home: string): Promise<Ledger> {
  const nothing = { current: '', phase: 'trying', good: [], bad: [], servedBefore: null }
  try {
    return {
      ...nothing,
      ...(JSON.parse(await readFile(join(home, 'watchdog', 'state.json'), 'utf8')) as Partial<Ledger>),
    }
  } catch {
    return nothing // no watchdog yet: nobody has vouched for anything
  }
}

// What the watchdog has written down about releases, as far as others need it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface LedgerPart {
  readonly current?: string
  readonly good?: readonly string[]
  readonly bad?: readonly string[]
}

export function readLedger(home: string): LedgerPart {
  const path = join(home, 'watchdog', 'state.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as LedgerPart) : {}
}

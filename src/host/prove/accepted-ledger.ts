// The prover's own ledger of what cmux has accepted. A record counts when it is on the disk; those that wait share one fsync.
import { open } from 'node:fs/promises'
import type { Accepted } from './judge-ledger.ts'

export interface AcceptedLedger extends AsyncDisposable {
  /** Resolves when it is on the disk. */
  append(record: Accepted): Promise<void>
  count(): number
  /** In the order of acceptance. */
  records(): readonly Accepted[]
}

export async function openAcceptedLedger(path: string): Promise<AcceptedLedger> {
  const file = await open(path, 'ax', 0o600)
  const records: Accepted[] = []
  let waiting: Accepted[] = []
  let last = Promise.resolve()
  let next: Promise<void> | undefined
  const writeWaiting = async () => {
    next = undefined
    const part = waiting
    waiting = []
    await file.appendFile(part.map((record) => `${JSON.stringify(record)}\n`).join(''))
    await file.datasync()
    records.push(...part)
  }
  return {
    append(record) {
      waiting.push(record)
      // What comes while a write is under way is in the next one.
      next ??= last.then(writeWaiting)
      last = next
      return next
    },
    count: () => records.length,
    records: () => records,
    async [Symbol.asyncDispose]() {
      await last
      await file.close()
    },
  }
}

// Writes that arrive together share one transaction, and so one fsync. Each keeps its own savepoint: one that throws is
// undone alone. Nobody is answered before the commit has reached the disk (P1).
import type { DatabaseSync } from 'node:sqlite'
import type { Timer } from '../../lib/with-limit.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { losesTrust, storeErrorFrom } from './store-error.ts'

/** Bounds how long the last of a batch waits for the first, and how much one rollback can undo. */
const BATCH_MAX = 512
/** Beyond this, refusing is kinder than letting every caller time out (P8). */
const QUEUE_MAX = 10_000
/** Work awaits nothing but the store; if it takes this long it waits for something else, and everybody waits for it. */
const BATCH_LIMIT_MS = 10_000

export interface Batch {
  readonly database: DatabaseSync
  /** The transaction is open; no job has run yet. */
  begin(): void
  /** Remembers where a job begins, so that `undo` forgets what it did. */
  mark(): void
  undo(): void
  /** The batch is on disk, or it is gone. */
  end(committed: boolean): void
}

export interface GroupCommit<Writer> {
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /** Resolves when no batch is under way. */
  idle(): Promise<void>
}

export interface GroupCommitDeps<Writer> {
  /** Called for each batch; throws when there is no database to write to. */
  open(): { batch: Batch; writer: Writer }
  /** The file can no longer be trusted: the next `open` has to open it anew. */
  onLostTrust(error: unknown): void
  readonly timer: Timer
}

interface Job<Writer> {
  /** Does the work and remembers the outcome; throws when it has to be undone. */
  run(writer: Writer): Promise<void>
  /** Tells the caller, once the batch is on disk or has failed. */
  settle(failure: unknown): void
}

export function makeGroupCommit<Writer>(deps: GroupCommitDeps<Writer>): GroupCommit<Writer> {
  const queue: Job<Writer>[] = []
  let draining: Promise<void> | undefined

  const drain = async () => {
    // Everything that the current turn of the event loop still brings in joins the first batch.
    await new Promise((resolve) => setImmediate(resolve))
    while (queue.length > 0) await commitBatch(deps, queue.splice(0, BATCH_MAX))
    draining = undefined
  }

  return {
    write(work) {
      if (queue.length >= QUEUE_MAX)
        return Promise.reject(new CmuxError('STORE_BUSY', `${QUEUE_MAX} writes are waiting already`))
      const { job, outcome } = makeJob(work)
      queue.push(job)
      draining ??= drain()
      return outcome
    },
    async idle() {
      for (let busy = draining; busy; busy = draining) await busy
    },
  }
}

function makeJob<Writer, T>(work: (writer: Writer) => Promise<T>): { job: Job<Writer>; outcome: Promise<T> } {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  let tell: (() => void) | undefined
  return {
    outcome: promise,
    job: {
      async run(writer) {
        try {
          const value = await work(writer)
          tell = () => resolve(value)
        } catch (error) {
          tell = () => reject(storeErrorFrom(error))
          throw error
        }
      },
      settle(failure) {
        if (failure === undefined && tell) tell()
        else reject(storeErrorFrom(failure))
      },
    },
  }
}

async function commitBatch<Writer>(
  deps: GroupCommitDeps<Writer>,
  jobs: readonly Job<Writer>[],
): Promise<void> {
  let batch: Batch | undefined
  let failure: unknown
  const limit = startLimit(deps.timer)
  try {
    const opened = deps.open()
    batch = opened.batch
    batch.database.exec('begin immediate')
    batch.begin()
    for (const job of jobs) {
      await runInSavepoint(opened.batch, () => Promise.race([job.run(opened.writer), limit.reached]))
    }
    batch.database.exec('commit')
  } catch (error) {
    failure = error
    if (losesTrust(error)) deps.onLostTrust(error)
    else if (batch?.database.isTransaction) batch.database.exec('rollback')
  }
  limit.cancel()
  batch?.end(failure === undefined)
  for (const job of jobs) job.settle(failure)
}

async function runInSavepoint(batch: Batch, run: () => Promise<void>): Promise<void> {
  const { database } = batch
  database.exec('savepoint job')
  batch.mark()
  try {
    await run()
  } catch (error) {
    // A failing disk may have ended the transaction; an endless job still holds the writer. Both end the whole batch.
    if (!database.isTransaction || losesTrust(error) || error instanceof EndlessJob) throw error
    database.exec('rollback to job')
    batch.undo()
  }
  database.exec('release job')
}

class EndlessJob extends CmuxError {
  constructor() {
    super('TIMED_OUT', `a write took longer than ${BATCH_LIMIT_MS} ms and was undone`)
  }
}

function startLimit(timer: Timer): { reached: Promise<never>; cancel: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  // Nobody listens once the batch is over.
  promise.catch(() => undefined)
  return { reached: promise, cancel: timer.after(BATCH_LIMIT_MS, () => reject(new EndlessJob())) }
}

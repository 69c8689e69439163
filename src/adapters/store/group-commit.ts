// Writes that arrive together share one transaction, and so one fsync. Each keeps its own savepoint: one that throws, or
// that never ends, is undone alone. Nobody is answered before the commit has reached the disk (P1).
import type { Timer } from '../../lib/with-limit.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { losesTrust, storeErrorFrom } from './store-error.ts'

/** Bounds how long the last of a batch waits for the first, and how much one rollback can undo. */
const BATCH_MAX = 512
/** Beyond this, refusing is kinder than letting every caller time out (P8). */
export const QUEUE_MAX = 10_000
/** Work awaits nothing but the store; if it takes this long it waits for something else, and everybody waits for it. */
export const BATCH_LIMIT_MS = 10_000

/** A transaction over many jobs, each of which can be undone. */
export interface Batch {
  begin(): void
  /** Remembers where a job begins, so that `undo` takes back all that it did. */
  mark(): void
  undo(): void
  keep(): void
  /** False when SQLite itself has ended the transaction, as it does on some failures of the disk. */
  isUnderWay(): boolean
  /** Throws when a failure of the file was met on the way, even if the job that met it went on. */
  commit(): void
  rollback(): void
  /** Tells what the committed batch did. Never throws. */
  publish(): void
  /** From now on the writer refuses: the job that holds it was ended, and may still wake up. */
  revoke(): void
}

export interface GroupCommit<Writer> {
  write<T>(work: (writer: Writer) => Promise<T>): Promise<T>
  /** Resolves when nothing is queued or under way. */
  idle(): Promise<void>
  /** Resolves when no transaction is open; none opens before the event loop turns. */
  betweenBatches(): Promise<void>
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
  let committing: Promise<number> | undefined

  const drain = async () => {
    while (queue.length > 0) {
      // Everything that this turn of the event loop still brings in joins the batch. And the loop must turn between
      // batches: writers that answer each other in microtasks would keep timers, requests and health from ever running.
      await new Promise((resolve) => setImmediate(resolve))
      const jobs = queue.splice(0, BATCH_MAX)
      committing = commitBatch(deps, jobs)
      const finished = await committing
      committing = undefined
      queue.unshift(...jobs.slice(finished))
    }
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
    async betweenBatches() {
      for (let busy = committing; busy; busy = committing) await busy
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
          tell ??= () => resolve(value)
        } catch (error) {
          tell ??= () => reject(storeErrorFrom(error))
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

/** Runs jobs and answers them; how many. Those left were not begun, since an endless one took the time. Never throws. */
async function commitBatch<Writer>(
  deps: GroupCommitDeps<Writer>,
  jobs: readonly Job<Writer>[],
): Promise<number> {
  const limit = startLimit(deps.timer)
  let batch: Batch | undefined
  let endless: EndlessJob | undefined
  let failure: unknown
  let begun = 0
  try {
    const opened = deps.open()
    batch = opened.batch
    batch.begin()
    while (begun < jobs.length && !endless) {
      const job = jobs[begun]
      begun += 1
      endless = await runJob(batch, () => Promise.race([job?.run(opened.writer), limit.reached]))
    }
    batch.commit()
  } catch (error) {
    failure = error
    // What was not begun fails as well: it would meet the same disk.
    begun = jobs.length
    giveUp(deps, batch, error)
  }
  limit.cancel()
  if (failure === undefined) batch?.publish()
  if (endless) jobs[begun - 1]?.settle(endless)
  for (const job of jobs.slice(0, begun)) job.settle(failure)
  return begun
}

/** Runs one job between savepoints. Only a failure of the whole batch is thrown. */
async function runJob(batch: Batch, run: () => Promise<void>): Promise<EndlessJob | undefined> {
  let endless: EndlessJob | undefined
  batch.mark()
  try {
    await run()
  } catch (error) {
    if (error instanceof EndlessJob) {
      endless = error
      batch.revoke()
    }
    // A failing disk may have ended the transaction, and every job with it.
    if (!batch.isUnderWay() || losesTrust(error)) throw error
    batch.undo()
  }
  batch.keep()
  return endless
}

function giveUp(
  deps: Pick<GroupCommitDeps<unknown>, 'onLostTrust'>,
  batch: Batch | undefined,
  error: unknown,
): void {
  if (losesTrust(error)) return deps.onLostTrust(error)
  try {
    if (batch?.isUnderWay()) batch.rollback()
  } catch (rollbackError) {
    deps.onLostTrust(rollbackError)
  }
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

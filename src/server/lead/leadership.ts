// Only one server writes: the one that holds the leader's lock. The kernel frees it however its holder dies, and a stopped
// process keeps it, so there are never two. Until we lead, writes wait; after we have yielded, they are refused.
import { setTimeout as pause } from 'node:timers/promises'
import { lockHome } from '../../adapters/store/lock-home.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/store.ts'
import { once } from '../../lib/once.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'

/** A swap takes milliseconds; whoever waits longer should rather hear that something is wrong. */
const HELD_WRITE_LIMIT_MS = 10_000
/** The holder was killed or has yielded; its lock may need a moment to be free. */
const LOCK_LIMIT_MS = 5000
const LOCK_EVERY_MS = 5

export interface Leadership extends AsyncDisposable {
  /** The store with its writes held until we lead. */
  readonly store: Store
  isLeading(): boolean
  /** The store is closed, or about to be: what still asks for it is refused. */
  hasYielded(): boolean
  /** Once, however often it is called, also at the same time. */
  take(): Promise<void>
  /** At once or not at all. */
  tryTake(): boolean
  /** Waits for the writes under way, closes the store and frees the lock. After that it is never taken again. */
  yield(): Promise<void>
}

export interface LeadershipOptions {
  readonly lockPath: string
  readonly clock: Clock
  /** What has to be written before anything else is, once we have the lock. Never rejects. */
  readonly first: () => Promise<void>
}

export function makeLeadership(
  store: Store & { close(): Promise<void> },
  { lockPath, clock, first }: LeadershipOptions,
): Leadership {
  const { promise: led, resolve: openGate } = Promise.withResolvers<void>()
  const open = once(() => first().then(openGate))
  let lock: Disposable | undefined
  let given: Promise<void> | undefined
  const give = async () => {
    await store.close()
    lock?.[Symbol.dispose]()
    lock = undefined
  }
  const hold = () => {
    if (given) return false
    lock ??= tryLock(lockPath)
    return lock !== undefined
  }
  const takeOnce = once(async () => {
    const deadlineMs = clock.monotonicMs() + LOCK_LIMIT_MS
    while (!hold()) {
      if (given) throw handedOver()
      if (clock.monotonicMs() < deadlineMs) await pause(LOCK_EVERY_MS)
      else lock = lockHome(lockPath) // it says why it can't
    }
    await open()
  })
  return {
    store: {
      get read() {
        return store.read
      },
      async write(work) {
        await withLimit(clock, HELD_WRITE_LIMIT_MS, led, () => {
          throw new CmuxError('STORE_UNAVAILABLE', 'this server does not lead yet')
        })
        return store.write(work)
      },
    },
    isLeading: () => lock !== undefined,
    hasYielded: () => given !== undefined,
    async take() {
      if (given) throw handedOver()
      await takeOnce()
    },
    tryTake() {
      const isHeld = hold()
      if (isHeld) void open()
      return isHeld
    },
    yield: () => (given ??= give()),
    [Symbol.asyncDispose]: () => (given ??= give()),
  }
}

const handedOver = () => new CmuxError('STORE_UNAVAILABLE', 'this server has handed over')

function tryLock(path: string): Disposable | undefined {
  try {
    return lockHome(path)
  } catch {
    return undefined // somebody else has it
  }
}

// A store that also says how long its writes take, the wait for their turn included.
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'

type ClosableStore = Store & { close(): Promise<void> }

export function measureWrites(store: ClosableStore, clock: Clock, tell: (ms: number) => void): ClosableStore {
  return {
    get read() {
      return store.read
    },
    async write(work) {
      const beganMs = clock.monotonicMs()
      try {
        return await store.write(work)
      } finally {
        tell(clock.monotonicMs() - beganMs)
      }
    },
    close: () => store.close(),
  }
}

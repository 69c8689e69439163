// Remembers how each child did at the last look, and says what it waited for since.
import { judgeWait, type Vitals, type Wait } from './mind/judge-wait.ts'
import { readVitals } from './machine/read-vitals.ts'

export interface ChildWait extends Pick<Wait, 'cause' | 'isStill'> {
  readonly child: number
  /** The time since the last look, and how much of it the child waited: in the watchdog's own time. */
  readonly spanMs: number
  readonly ms: number
  /** It has been heard of since. */
  readonly hasTurned: boolean
}

export interface WaitWatch {
  /** Nothing when it did not wait, or nothing is known. */
  look(child: number, pid: number | undefined): Omit<ChildWait, 'hasTurned'> | undefined
}

interface Look {
  readonly vitals: Vitals
  readonly awakeMs: number
}

export function makeWaitWatch(monotonicMs: () => number, awakeMs: () => number): WaitWatch {
  const looks = new Map<number, Look>()
  return {
    look(child, pid) {
      const before = looks.get(child)
      const vitals = pid === undefined ? undefined : readVitals(pid, monotonicMs())
      if (!vitals) {
        looks.delete(child)
        return undefined
      }
      const now = { vitals, awakeMs: awakeMs() }
      looks.set(child, now)
      if (!before) return undefined
      const { share, ...wait } = judgeWait(before.vitals, vitals)
      const spanMs = now.awakeMs - before.awakeMs
      return share > 0 ? { child, spanMs, ms: share * spanMs, ...wait } : undefined
    },
  }
}

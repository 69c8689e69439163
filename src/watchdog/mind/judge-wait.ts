// Between two looks at a process: for how much of the time it could not go on, since it waited for the machine, and for what. Pure.

/** What a process has to wait for, and can do nothing about. */
export type WaitCause = 'disk' | 'memory' | 'processor'

/** Of the thread that runs the event loop. Times count up. */
export interface Vitals {
  readonly atMs: number
  /** It executed instructions for so long. */
  readonly ranMs: number
  /** It could have gone on and had no processor. */
  readonly queuedMs: number
  /** It is in a call that the disk has to answer. */
  readonly isInDisk: boolean
  /** For so long somebody on this machine waited for memory. */
  readonly memoryStallMs: number
}

export interface Wait {
  /** From 0 to 1. */
  readonly share: number
  readonly cause: WaitCause
  /** Not one instruction was executed: nothing of it moves. */
  readonly isStill: boolean
}

/** Waits for memory look like waits for the disk; with so much pressure they are none. */
const MEMORY_SHARE_MIN = 0.2

export function judgeWait(before: Vitals, now: Vitals): Wait {
  const spanMs = Math.max(1, now.atMs - before.atMs)
  const ranMs = Math.max(0, now.ranMs - before.ranMs)
  const queuedMs = Math.min(spanMs, Math.max(0, now.queuedMs - before.queuedMs))
  // What is left it slept: for the disk, if that is what it waited for at either end.
  const diskMs = before.isInDisk || now.isInDisk ? Math.max(0, spanMs - ranMs - queuedMs) : 0
  const isShort = (now.memoryStallMs - before.memoryStallMs) / spanMs >= MEMORY_SHARE_MIN
  const slept = isShort ? 'memory' : 'disk'
  return {
    share: Math.min(1, (queuedMs + diskMs) / spanMs),
    cause: diskMs >= queuedMs ? slept : 'processor',
    isStill: ranMs === 0 && queuedMs === 0,
  }
}

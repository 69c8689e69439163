// An agent has no spool and starts nothing: it waits for a server that is being replaced. Only for what may be asked twice.
import { setTimeout as pause } from 'node:timers/promises'
import { RefusedRequest } from '../client/make-client.ts'
import { CmuxError } from '../protocol/cmux-error.ts'

const RETRY_LIMIT_MS = 30_000
const RETRY_EVERY_MS = 500

/** Nobody is there, or nobody who can write. */
export function isDown(error: unknown): boolean {
  if (error instanceof CmuxError) return error.code === 'NOT_RUNNING' || error.code === 'TIMED_OUT'
  return error instanceof RefusedRequest && error.status === 503
}

export async function retryWhileDown<T>(act: () => Promise<T>): Promise<T> {
  const deadlineMs = performance.now() + RETRY_LIMIT_MS
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isDown(error) || performance.now() > deadlineMs) throw error
    }
    await pause(RETRY_EVERY_MS)
  }
}

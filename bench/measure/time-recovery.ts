// From kill -9 of whoever answers on a port to the first good answer of somebody else.
import { setTimeout as pause } from 'node:timers/promises'
import { askHealth } from './ask-health.ts'

const BACK_LIMIT_MS = 20_000

export async function timeRecovery(port: number): Promise<number> {
  const pid = await waitForAnswer(port)
  const killedMs = performance.now()
  process.kill(pid, 'SIGKILL')
  await waitForAnswer(port, pid)
  return performance.now() - killedMs
}

/** The pid that answers, once one does that is not `other`. */
export async function waitForAnswer(port: number, other?: number): Promise<number> {
  const deadlineMs = performance.now() + BACK_LIMIT_MS
  while (performance.now() < deadlineMs) {
    const pid = await askHealth(port)
    if (pid !== undefined && pid !== other) return pid
    await pause(1)
  }
  throw new Error(`nobody answered on ${port} within ${BACK_LIMIT_MS} ms`)
}

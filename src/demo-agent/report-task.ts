// Tells cmux how far a task is, with the agent's own token. A swap or a crash of the server only delays it.
import { makeRequestId } from '../hook/make-request-id.ts'
import { sendOnce } from '../hook/send-once.ts'
import { makePause } from './make-pause.ts'
import type { ProgramResult } from './run-program.ts'

export interface TaskReport extends Readonly<Record<string, string>> {
  readonly id: string
  readonly state: string
  readonly text: string
}

export type ReportTask = (report: TaskReport, signal: AbortSignal) => Promise<ProgramResult>

export interface ReportSettings {
  readonly address: URL | undefined
  readonly tokenFile: string
}

/** Longer than any recovery of the server takes. */
const REPORT_LIMIT_MS = 60_000
const TRY_LIMIT_MS = 10_000
const PAUSE_MS = 100

export function makeReportTask({ address, tokenFile }: ReportSettings): ReportTask {
  return async ({ id, state, text }, signal) => {
    if (!address) return { output: '', failure: 'there is no cmux to report to' }
    const said = text === '' ? {} : { [state === 'completed' ? 'result' : 'note']: text }
    const request = {
      address,
      tokenFile,
      method: 'PATCH',
      path: `/api/tasks/${encodeURIComponent(id)}`,
      body: JSON.stringify({ state, ...said }),
      requestId: makeRequestId(),
    } as const
    const pause = makePause(1, signal)
    const end = performance.now() + REPORT_LIMIT_MS
    while (performance.now() < end) {
      const reply = await sendOnce(request, TRY_LIMIT_MS, signal)
      if (reply.kind === 'answer')
        return { output: `${id} is ${String(reply.answer['state'])}`, failure: null }
      if (reply.kind === 'refused') return { output: '', failure: reply.reason }
      await pause(PAUSE_MS)
    }
    return { output: '', failure: `cmux did not answer within ${REPORT_LIMIT_MS / 1000} s` }
  }
}

// A planned swap to a fresh server: nothing is interrupted, and it is over when the new one answers.
import { setTimeout as pause } from 'node:timers/promises'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { connect } from '../connect.ts'
import type { RunVerb } from '../verb.ts'

const SWAP_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

export const restart: RunVerb = async ({ environment }) => {
  const client = connect(environment)
  const { pid: before } = await client.call('GET /api/webhooks/health')
  await client.call('POST /api/restart')
  const deadlineMs = performance.now() + SWAP_LIMIT_MS
  for (;;) {
    const { pid } = await client.call('GET /api/webhooks/health')
    if (pid !== before) return { json: { before, pid }, text: `cmux runs as process ${pid} now` }
    if (performance.now() > deadlineMs)
      throw new CmuxError('TIMED_OUT', `process ${before} still leads after ${SWAP_LIMIT_MS / 1000} s`)
    await pause(LOOK_EVERY_MS)
  }
}

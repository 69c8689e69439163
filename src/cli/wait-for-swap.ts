// A swap is over when another process answers; a candidate that was refused leaves the old one in place.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/make-client.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { Health } from '../protocol/health.ts'

const SWAP_LIMIT_MS = 30_000
const LOOK_EVERY_MS = 50

/** Asks for a swap, and resolves with the health of the server that answers afterwards. */
export async function waitForSwap(client: Client, ask: () => Promise<unknown>): Promise<Health> {
  const { pid: before } = await client.call('GET /api/webhooks/health')
  const { store } = await client.call('GET /api/status')
  await ask()
  const deadlineMs = performance.now() + SWAP_LIMIT_MS
  while (performance.now() < deadlineMs) {
    const health = await client.call('GET /api/webhooks/health')
    if (health.pid !== before) return health
    await refuseRefused(client, store.seq)
    await pause(LOOK_EVERY_MS)
  }
  throw new CmuxError('TIMED_OUT', `process ${before} still leads after ${SWAP_LIMIT_MS / 1000} s`)
}

/** The watchdog's own words on a candidate that it did not let lead. */
async function refuseRefused(client: Client, after: number): Promise<void> {
  const { items } = await client.call('GET /api/events', { query: { after, limit: 1000 } })
  const refusal = items.find(
    ({ type, data }) => type === 'watchdog.acted' && /^(?:refused|declined)$/.test(String(data['kind'])),
  )
  if (!refusal) return
  const detail = JSON.stringify(refusal.data['detail'])
  throw new CmuxError('CONFLICT', `the watchdog ${String(refusal.data['kind'])} it: ${detail}`, {
    hint: 'see `cmux logs server` and status.log; the old release serves on',
  })
}

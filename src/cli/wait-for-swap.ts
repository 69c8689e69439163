// A swap is over when another process answers; a candidate that was refused leaves the old one in place.
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../client/make-client.ts'
import { CmuxError } from '../protocol/cmux-error.ts'
import type { Event } from '../protocol/event.ts'
import { rehearsalFailed } from '../protocol/releases/rehearsal-failed.ts'
import type { RehearsalStep } from '../protocol/releases/rehearsal.ts'
import type { Health } from '../protocol/health.ts'
import { followHistory } from './follow-history.ts'
import { unlessCut } from './unless-cut.ts'

const SWAP_LIMIT_SEC = 30
const LOOK_EVERY_MS = 50

/** Asks for a swap, and resolves with the health of the server that answers afterwards. */
export async function waitForSwap(
  client: Client,
  ask: () => Promise<{ pid: number; rehearsalSec?: number }>,
): Promise<Health> {
  const { pid: before } = await client.call('GET /api/webhooks/health')
  const nextEvents = await followHistory(client)
  const { rehearsalSec = 0 } = await ask()
  const limitSec = SWAP_LIMIT_SEC + rehearsalSec
  const deadlineMs = performance.now() + limitSec * 1000
  while (performance.now() < deadlineMs) {
    const health = await unlessCut(() => client.call('GET /api/webhooks/health'))
    if (health && health.pid !== before) return health
    for (const event of (await unlessCut(nextEvents)) ?? []) {
      refuseRehearsed(event)
      refuseRefused(event)
    }
    await pause(LOOK_EVERY_MS)
  }
  // Somebody may have stopped it meanwhile: then this says so.
  const last = await client.call('GET /api/webhooks/health')
  if (last.pid !== before) return last
  throw new CmuxError('TIMED_OUT', `process ${before} is still the leader after ${limitSec} s`)
}

function refuseRehearsed({ type, data }: Event): void {
  if (type === 'release.rehearsed' && data['passed'] === false)
    throw rehearsalFailed(String(data['release']), data['failed'] as RehearsalStep)
}

/** The watchdog's own words on a candidate that it did not let lead. */
function refuseRefused({ type, data }: Event): void {
  if (type !== 'watchdog.acted' || !/^(?:refused|declined)$/.test(String(data['kind']))) return
  const detail = JSON.stringify(data['detail'])
  throw new CmuxError('CONFLICT', `the watchdog ${String(data['kind'])} it: ${detail}`, {
    hint: 'see `cmux logs server` and status.log; the old release keeps serving',
  })
}

// The life of one channel: note what happened, send what is due, wait for either. Nothing of one channel waits for another.
import type { Pulse } from '../events/pulse.ts'
import { noteEvents } from './note-events.ts'
import type { Notifier } from './notifier.ts'
import { sendNext, type SendDeps } from './send-next.ts'

/** Looks at least so often, whatever the clock or a forgotten bell did. */
const LOOK_AT_LEAST_MS = 60_000
/** After a failure that is ours, such as of the store. */
const AFTER_FAULT_MS = 1000

export interface ChannelDeps extends SendDeps {
  /** Told of each event that may be worth a notice. */
  readonly bell: Pulse
  readonly onError: (error: unknown, doing: string) => void
}

export interface Ends {
  /** Nothing new is begun. */
  readonly stopping: AbortSignal
  /** What is under way is cut off, too. */
  readonly cutting: AbortSignal
}

export async function runChannel(
  deps: ChannelDeps,
  channel: string,
  notifier: Notifier,
  { stopping, cutting }: Ends,
): Promise<void> {
  while (!stopping.aborted) {
    const seen = deps.bell.beats()
    const waitMs = await step(deps, channel, notifier, cutting)
    if (waitMs > 0) await waitFor(deps, { seen, waitMs, stopping })
  }
}

async function step(
  deps: ChannelDeps,
  channel: string,
  notifier: Notifier,
  cutting: AbortSignal,
): Promise<number> {
  try {
    if (await noteEvents(deps, channel)) return 0
    return (await sendNext(deps, channel, notifier, cutting)) ?? LOOK_AT_LEAST_MS
  } catch (error) {
    if (!cutting.aborted) deps.onError(error, `notices for ${channel} could not be handled`)
    return AFTER_FAULT_MS
  }
}

interface Wait {
  readonly seen: number
  readonly waitMs: number
  readonly stopping: AbortSignal
}

async function waitFor({ bell, clock }: ChannelDeps, { seen, waitMs, stopping }: Wait): Promise<void> {
  const timer = new AbortController()
  const cancel = clock.after(Math.min(waitMs, LOOK_AT_LEAST_MS), () => timer.abort())
  await bell.changedSince(seen, AbortSignal.any([stopping, timer.signal]))
  cancel()
}

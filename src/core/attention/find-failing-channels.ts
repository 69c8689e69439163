// Channels to the outside that don't take what they are sent: nobody may be looking at the dashboard because of them.
import type { AttentionFacts } from './attention-facts.ts'
import type { Found } from './decide-attention.ts'

/** One that is not taken is tried again; from so many on it is not by chance. */
const FAILURES_MIN = 3

export function findFailingChannels({ channels }: AttentionFacts): Found[] {
  return channels
    .filter(({ failures }) => failures >= FAILURES_MIN)
    .map(({ name, error, failingSince }) => ({
      title: `notifications to ${name} are failing`,
      detail: error ?? 'unknown reason',
      since: failingSince,
      command: `cmux notices test ${name}`,
      link: '/health',
    }))
}

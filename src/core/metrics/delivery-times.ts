// How long messages take from accepted to submitted: heard of with each commit, looked up when a sample is taken.
import type { Event } from '../../protocol/event.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import type { MeanAndMax } from '../../protocol/machine/metrics.ts'
import type { StoreReader } from '../store.ts'
import { makeRangeMeter } from './range-meter.ts'

/** A flood is told by this many of it. */
const HEARD_MAX = 1000

export interface DeliveryTimes {
  hear(events: readonly Event[]): void
  take(reader: Pick<StoreReader, 'messages'>): Promise<MeanAndMax | null>
}

export function makeDeliveryTimes(): DeliveryTimes {
  let heard = new Map<MessageId, number>()
  return {
    hear(events) {
      for (const { type, at, data } of events)
        if (type === 'message.moved' && data['receipt'] === 'submitted' && heard.size < HEARD_MAX)
          heard.set(data['id'] as MessageId, Date.parse(at))
    },
    async take({ messages }) {
      const taken = heard
      heard = new Map()
      const meter = makeRangeMeter()
      for (const { id, at } of await messages.byIds([...taken.keys()]))
        meter.add(Math.max(0, (taken.get(id) ?? 0) - Date.parse(at)))
      return meter.take()
    },
  }
}

// What goes into one delivery: what waits, in order, as much as one prompt can hold.
import type { AgentId } from '../../../protocol/ids.ts'
import { QUOTED_MAX_BYTES } from './compose-envelope.ts'
import type { MessageRecord } from '../message-record.ts'
import type { MessageTableReader } from '../message-table.ts'

export const MESSAGES_MAX = 20
const BYTES_MAX = 32 * 1024

/** Ends before a long one whose file is not written yet: what comes after it must not overtake it. */
export async function chooseLoad(
  table: Pick<MessageTableReader, 'waiting'>,
  agent: AgentId,
): Promise<MessageRecord[]> {
  const load: MessageRecord[] = []
  let bytes = 0
  for (const message of await table.waiting(agent, MESSAGES_MAX)) {
    const isLong = message.bytes > QUOTED_MAX_BYTES
    bytes += isLong ? QUOTED_MAX_BYTES : message.bytes
    const isFull = bytes > BYTES_MAX && load.length > 0
    if (isFull || (isLong && message.attachment === null)) break
    load.push(message)
  }
  return load
}

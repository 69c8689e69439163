// A message gets further, or back: its receipt, the evidence and the event in one step.
import type { MessageRecord, MessageMove } from './message-record.ts'
import type { ReceiptEvidence } from '../../protocol/messages/message.ts'
import type { StoreWriter } from '../store.ts'

/** More is kept of the first and the last than of what lies between; a message that is tried for long repeats itself. */
const EVIDENCE_MAX = 20

export async function moveMessage(
  { messages, events }: StoreWriter,
  message: MessageRecord,
  evidence: ReceiptEvidence,
  change: MessageMove = {},
): Promise<void> {
  const [first, ...rest] = [...message.evidence, evidence]
  const kept = first ? [first, ...rest.slice(1 - EVIDENCE_MAX)] : []
  await messages.move(message.id, { receipt: evidence.receipt, evidence: kept, waitsFor: null, ...change })
  const { id, from, to } = message
  const { receipt, source, says } = evidence
  await events.append({
    type: 'message.moved',
    actor: 'system',
    data: { id, from, to, receipt, source, says },
  })
}

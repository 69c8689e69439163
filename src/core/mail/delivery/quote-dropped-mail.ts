// Gemini CLI takes an interrupted prompt out of its conversation. An agent that is told to go on afterwards is shown again, as a
// quotation, which messages that prompt held; otherwise they would count as seen and its model would never hear of them.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import { quoteLines } from '../../../lib/quote-lines.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { Runtime } from '../../agents/runtime.ts'
import type { StoreWriter } from '../../store.ts'
import type { MessageRecord } from '../message-record.ts'
import { readOwnMessages } from '../read-own-messages.ts'

/** Of each message; the rest is in the inbox. */
const SHOWN_CHARS = 4000
const HEAD = 'Your program drops a prompt that is interrupted. It held:'

/** The sentences to add for the turn that was interrupted at `at`; none when the conversation still holds its prompt. */
export async function quoteDroppedMail(
  writer: StoreWriter,
  { id, generation }: AgentRecord,
  runtime: Pick<Runtime, 'mail'>,
  at: Timestamp,
): Promise<string[]> {
  if (!runtime.mail.dropsInterrupted) return []
  const last = await writer.messages.lastDelivery(id)
  if (last?.generation !== generation || last.openedAt > at) return []
  const own = await readOwnMessages(writer, last)
  // A turn that had come as far as a tool or an answer keeps its prompt.
  const dropped = own.filter(
    ({ receipt, evidence }) =>
      receipt !== 'dead' && !evidence.some((step) => step.receipt === 'seen' && step.at < at),
  )
  return dropped.length === 0 ? [] : [HEAD, ...dropped.flatMap(quote)]
}

function quote({ id, from, body }: MessageRecord): string[] {
  const lines = [`- message ${id} from ${from}:`, ...quoteLines(body.slice(0, SHOWN_CHARS))]
  const cut = `(the first ${SHOWN_CHARS} characters of ${body.length}; the tool read_inbox gives all of them)`
  return body.length > SHOWN_CHARS ? [...lines, cut] : lines
}

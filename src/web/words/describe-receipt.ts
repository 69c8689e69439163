// How far a message got, in words: what each receipt means for whoever sent it.
import type { Receipt } from '../../protocol/messages/message.ts'
import type { Tone } from '../ui/tone.ts'

interface ReceiptWords {
  readonly tone: Tone
  readonly means: string
}

/** The way of a message that arrives. */
export const RECEIPT_STEPS: readonly Receipt[] = ['accepted', 'pasted', 'submitted', 'seen', 'acked']

const WORDS: Readonly<Record<Receipt, ReceiptWords>> = {
  accepted: { tone: 'quiet', means: 'The message is stored; the agent has not received it yet.' },
  pasted: { tone: 'busy', means: 'The message is in the agent’s input line, not submitted yet.' },
  submitted: {
    tone: 'busy',
    means: 'The message was submitted to the agent; there is no sign yet that it was read.',
  },
  seen: { tone: 'well', means: 'The message is in the agent’s conversation.' },
  acked: { tone: 'well', means: 'The receiver confirmed the message.' },
  interrupted: {
    tone: 'worry',
    means: 'The turn was interrupted. The agent does not get the message again unless you send it again.',
  },
  dead: { tone: 'bad', means: 'Delivery failed. Send the message again if it still matters.' },
}

export function describeReceipt(receipt: Receipt): ReceiptWords {
  return WORDS[receipt]
}

// How far a message got, in words: what each receipt means for whoever sent it.
import type { Receipt } from '../../protocol/message.ts'
import type { Tone } from '../ui/tone.ts'

interface ReceiptWords {
  readonly tone: Tone
  readonly means: string
}

/** The way of a message that arrives. */
export const RECEIPT_STEPS: readonly Receipt[] = ['accepted', 'pasted', 'submitted', 'seen', 'acked']

const WORDS: Readonly<Record<Receipt, ReceiptWords>> = {
  accepted: { tone: 'quiet', means: 'cmux has it and will not lose it; the agent has not got it yet.' },
  pasted: { tone: 'busy', means: 'It stands where the agent types, and is not sent off yet.' },
  submitted: { tone: 'busy', means: 'It was sent off to the agent; nothing shows yet that it was read.' },
  seen: { tone: 'well', means: 'It is in the agent’s conversation.' },
  acked: { tone: 'well', means: 'Whom it was for has confirmed it.' },
  interrupted: {
    tone: 'worry',
    means:
      'The turn that it was for was interrupted. The agent does not get it again unless you send it again.',
  },
  dead: { tone: 'bad', means: 'It was given up and did not arrive. Send it again if it still matters.' },
}

export function describeReceipt(receipt: Receipt): ReceiptWords {
  return WORDS[receipt]
}

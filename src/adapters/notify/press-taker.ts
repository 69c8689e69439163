// Buttons that were pressed in Slack, by whichever way they come: each is decided, and who pressed it is told what came of it.
import type { Press } from '../../core/notices/answer-press.ts'
import { isSafeAddress } from '../../protocol/access/is-safe-address.ts'
import type { HeardPress } from './parse-press.ts'
import { postJson } from './post-json.ts'

const REPLY_LIMIT_MS = 5000

export interface PressesDeps {
  /** Decides, and gives the words for who pressed it. */
  readonly answer: (press: Press) => Promise<string>
  readonly onError: (error: unknown, doing: string) => void
}

export type TakePress = (heard: HeardPress) => Promise<void>

/** Resolves when it is decided; the answer goes out by itself. */
export function makePressTaker({ answer, onError }: PressesDeps): TakePress {
  return async ({ press, replyUrl }) => {
    const text = await answer(press)
    if (replyUrl === undefined || !isSafeAddress(replyUrl)) return
    reply(replyUrl, text).catch((error: unknown) => onError(error, 'an answer to Slack could not be sent'))
  }
}

async function reply(url: string, text: string): Promise<void> {
  // Only for who pressed it; the message itself changes when the decision is known.
  const body = JSON.stringify({ response_type: 'ephemeral', replace_original: false, text })
  const signal = new AbortController().signal
  const outcome = await postJson({ url, body, limitMs: REPLY_LIMIT_MS, signal })
  if (outcome.kind !== 'delivered') throw new Error(outcome.why)
}

// An entry as it may be kept: without secrets, and no longer than somebody would read. Pure.
import type { Mask } from '../../lib/mask.ts'
import type { ConversationEntry } from '../../protocol/messages/conversation.ts'

/** Beginning and end of a longer text are kept: what failed is mostly said last. */
const TEXT_MAX_CHARS = 32 * 1024
const INPUT_MAX_CHARS = 32 * 1024
const INPUT_TEXT_MAX_CHARS = 4000

export function cleanEntry(entry: ConversationEntry, mask: Mask): ConversationEntry {
  // Masked before it is cut: half a secret would not be known as one.
  const text = cutMiddle(mask.text(entry.text), TEXT_MAX_CHARS)
  const tool = entry.tool && { ...entry.tool, input: cutInput(mask.deep(entry.tool.input)) }
  return { ...entry, text, tool }
}

/** The names of what it was given stay, so that one still knows which file it was. */
function cutInput(input: unknown): unknown {
  if ((JSON.stringify(input) ?? '').length <= INPUT_MAX_CHARS) return input ?? null
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return cutMiddle(JSON.stringify(input), INPUT_TEXT_MAX_CHARS)
  const short = Object.entries(input).map(([name, value]: [string, unknown]) => [name, cutValue(value)])
  const cut: unknown = Object.fromEntries(short)
  return JSON.stringify(cut).length <= INPUT_MAX_CHARS
    ? cut
    : cutMiddle(JSON.stringify(cut), INPUT_TEXT_MAX_CHARS)
}

function cutValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.length <= INPUT_TEXT_MAX_CHARS ? value : cutMiddle(text, INPUT_TEXT_MAX_CHARS)
}

function cutMiddle(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const half = Math.floor(maxChars / 2)
  return `${text.slice(0, half)}\n… ${text.length - 2 * half} characters left out …\n${text.slice(-half)}`
}

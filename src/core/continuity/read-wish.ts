// What was asked of an agent, in the words of whoever asked: mail is taken out of its envelope, what cmux itself says is left out. Pure.
import { QUOTE } from '../../lib/quote-lines.ts'

const OWN_WORDS = /^(?:Stop hook feedback:\s*)?cmux: /
const ENVELOPE = /^(?:Stop hook feedback:\s*)?\[cmux mail /
const HEAD = /^\d+ of \d+ · from: (\S+) /

/** Undefined when nobody asked for anything. */
export function readWish(prompt: string): string | undefined {
  if (prompt.trim() === '' || OWN_WORDS.test(prompt)) return undefined
  if (!ENVELOPE.test(prompt)) return prompt
  let sender: string | undefined
  const said = prompt.split('\n').flatMap((line) => {
    sender = HEAD.exec(line)?.[1] ?? sender
    return line.startsWith(QUOTE) && sender !== 'system' ? [line.slice(QUOTE.length)] : []
  })
  return said.length === 0 ? undefined : said.join('\n')
}

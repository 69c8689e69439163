// Words of others made fit for Slack: nothing in them is a link, a mention or a control character, whoever wrote them. Pure.
import { printable } from '../../lib/printable.ts'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Breaks a mention apart without being seen. */
const WORD_JOINER = '\u2060'

export function slackText(text: string): string {
  return printable(text)
    .replaceAll(/[&<>]/g, (char) => ENTITIES[char] ?? char)
    .replaceAll(/@(?=channel|here|everyone)/gi, `@${WORD_JOINER}`)
}

/** At most so many characters as Slack counts them, without half an entity at the end. */
export function cutSlackText(text: string, max: number): string {
  const whole = slackText(text)
  if (whole.length <= max) return whole
  return `${whole.slice(0, max - 1).replace(/&[a-z]{0,3}$/, '')}…`
}

// Who is named with an @ in a text, and whether one is just being typed.

const MENTION = /(?<![\w@.-])@([a-z][a-z0-9-]*)/g
const OPEN_MENTION = /(?<![\w@.-])@([a-z0-9-]*)$/i

/** Those of the known names that the text calls, each once, in order; never whom it is said to anyway. */
export function findMentions(text: string, names: readonly string[], to: string): readonly string[] {
  const called = [...text.matchAll(MENTION)].map(([, name]) => name ?? '')
  return [...new Set(called)].filter((name) => name !== to && names.includes(name))
}

export interface OpenMention {
  /** Where its @ stands. */
  readonly from: number
  readonly typed: string
}

export function findOpenMention(text: string, cursor: number): OpenMention | undefined {
  const found = OPEN_MENTION.exec(text.slice(0, cursor))
  return found ? { from: found.index, typed: (found[1] ?? '').toLowerCase() } : undefined
}

/** The text with the mention written out, and where the cursor then stands. */
export function takeMention(
  text: string,
  cursor: number,
  { from }: OpenMention,
  name: string,
): { text: string; cursor: number } {
  const before = `${text.slice(0, from)}@${name} `
  return { text: before + text.slice(cursor).replace(/^ /, ''), cursor: before.length }
}

// One text becomes a message to the one it is said to, and a copy to each who is called in it.
import type { Letter } from './outbox.ts'

interface Said {
  readonly id: string
  readonly to: string
  readonly copies: readonly string[]
  readonly text: string
  readonly nowMs: number
}

export function writeLetters({ id, to, copies, text, nowMs }: Said): readonly Letter[] {
  // Half a character can't be kept; whoever pasted one means the rest.
  const body = text.trim().toWellFormed()
  const said = { body, atMs: nowMs }
  return [
    { ...said, id, to, subject: null },
    ...copies.map((name) => ({
      ...said,
      id: `${id}-${name}`,
      to: name,
      subject: `copy of my message to ${to}`,
    })),
  ]
}

// How events hold on to each other: the hash of each is taken over the hash before it and over all that it says.

/** Hex SHA-256 of a text. */
export type Sha256 = (text: string) => string

/** An event as it is stored: its data is the text that was written, byte for byte. */
export interface WrittenEvent {
  readonly seq: number
  readonly type: string
  readonly at: string
  readonly actor: string
  readonly data: string
}

/** A number of the history, and the hash over everything up to it. */
export interface Link {
  readonly seq: number
  readonly hash: string
}

/** What the first event holds on to. */
export const CHAIN_START: Link = { seq: 0, hash: '0'.repeat(64) }

/** The first line is JSON, so it has no line break of its own: no two events can give the same text. */
export function linkEvent(previous: string, event: WrittenEvent, sha256: Sha256): string {
  const { seq, type, at, actor, data } = event
  return sha256(`${JSON.stringify([previous, seq, type, at, actor])}\n${data}`)
}

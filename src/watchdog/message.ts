// What a watchdog and its children say to each other over the pipe between them. Anything else is ignored.

/** To a child. `beat` shows that the watchdog runs: a stopped one keeps its pipes open. */
export type WordDown = 'listen' | 'lead' | 'drain' | 'beat'

export type WordUp = 'loaded' | 'listening' | 'leading' | 'yielded' | 'beat' | 'asked'

export interface MessageUp {
  readonly word: WordUp
  readonly what?: 'restart' | 'rollback' | 'promote'
  readonly release?: string
}

export function parseMessage(message: unknown): MessageUp | undefined {
  if (typeof message !== 'object' || message === null || !('word' in message)) return undefined
  return message as MessageUp
}

const ORDERS: readonly WordDown[] = ['listen', 'lead', 'drain', 'beat']

export function parseOrder(message: unknown): WordDown | undefined {
  if (typeof message !== 'object' || message === null || !('word' in message)) return undefined
  return ORDERS.find((order) => order === message.word)
}

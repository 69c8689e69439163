// A signal that aborts when who waits for a reply has gone.
import type { FastifyReply } from 'fastify'

export interface ReplySignal extends Disposable {
  readonly signal: AbortSignal
}

export function signalOfReply({ raw }: FastifyReply): ReplySignal {
  const gone = new AbortController()
  const end = () => gone.abort()
  raw.once('close', end)
  return { signal: gone.signal, [Symbol.dispose]: () => void raw.off('close', end) }
}

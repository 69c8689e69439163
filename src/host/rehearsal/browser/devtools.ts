// The DevTools protocol over two pipes: JSON messages that end with a zero byte. No port is opened for it.
import type { Readable, Writable } from 'node:stream'

export interface DevtoolsEvent {
  readonly method: string
  readonly params: Readonly<Record<string, unknown>>
}

export interface Devtools {
  /** Rejects when the browser refuses the command or has ended. */
  send(method: string, params?: object, session?: string): Promise<Readonly<Record<string, unknown>>>
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly result?: Readonly<Record<string, unknown>>
  readonly error?: { readonly message?: string }
}

/** Far more than any message about one page; a browser that sends more is not believed. */
const MESSAGE_MAX_CHARS = 64 * 1024 * 1024

export function speakDevtools(
  pipes: { readonly input: Writable; readonly output: Readable },
  onEvent: (event: DevtoolsEvent) => void,
): Devtools {
  const { input, output } = pipes
  const waiting = new Map<number, PromiseWithResolvers<Readonly<Record<string, unknown>>>>()
  let isOver = false
  const end = () => {
    isOver = true
    for (const { reject } of waiting.values()) reject(new Error('the browser has ended'))
    waiting.clear()
  }
  const take = ({ id, method, params = {}, result = {}, error }: Message) => {
    if (method !== undefined) return onEvent({ method, params })
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error) asked?.reject(new Error(error.message ?? 'the browser refused a command'))
    else asked?.resolve(result)
  }
  let begun = ''
  output.setEncoding('utf8').on('data', (text: string) => {
    const messages = (begun + text).split('\0')
    begun = messages.pop() ?? ''
    for (const message of messages) take(JSON.parse(message) as Message)
    if (begun.length > MESSAGE_MAX_CHARS) output.destroy()
  })
  for (const pipe of [input, output]) pipe.on('error', end).on('close', end)
  let last = 0
  return {
    send(method, params = {}, session) {
      const asked = Promise.withResolvers<Readonly<Record<string, unknown>>>()
      if (isOver) asked.reject(new Error('the browser has ended'))
      else {
        last += 1
        waiting.set(last, asked)
        input.write(`${JSON.stringify({ id: last, method, params, sessionId: session })}\0`)
      }
      return asked.promise
    },
  }
}

// Is an event told over the WebSocket by its number, whether it is past or happens now?
import { ownerHeaders } from '../ask.ts'
import { makeToken } from '../make-token.ts'
import type { Check, Stage } from '../stage.ts'

interface StreamedEvent {
  readonly seq: number
  readonly type: string
  readonly data: { readonly id?: unknown }
}

/** What was written before the stream opened, and then what is written while it is open. */
export const stream: Check = {
  name: 'stream',
  limit: 'checkMs',
  async run(stage) {
    const written = stage.made.at(-1)
    if (written === undefined) throw new Error('nothing was written that could be streamed')
    using events = openStream(stage, written.after)
    const past = await events.next(({ data }) => data.id === written.id)
    const id = await makeToken(stage)
    const live = await events.next(({ data }) => data.id === id)
    if (live.seq <= past.seq) throw new Error(`event ${live.seq} came after ${past.seq}`)
    return `it tells of events ${past.seq} and ${live.seq} by number`
  },
}

interface OpenStream extends Disposable {
  next(isWanted: (event: StreamedEvent) => boolean): Promise<StreamedEvent>
}

/** Node's own takes headers, which the browser's, whose types these are, does not. */
const HeadedWebSocket = WebSocket as unknown as new (
  url: URL,
  init: { headers: Record<string, string> },
) => WebSocket

function openStream(stage: Stage, after: number): OpenStream {
  const url = new URL(`/api/stream?after=${after}`, stage.server?.url.replace(/^http/, 'ws'))
  const socket = new HeadedWebSocket(url, { headers: ownerHeaders(stage) })
  const heard: StreamedEvent[] = []
  let wake = Promise.withResolvers<void>()
  socket.addEventListener('message', ({ data }) => {
    heard.push(JSON.parse(String(data)) as StreamedEvent)
    wake.resolve()
    wake = Promise.withResolvers()
  })
  const over = Promise.withResolvers<never>()
  socket.addEventListener('error', () => over.reject(new Error('the WebSocket was refused or broke')))
  socket.addEventListener('close', ({ code, reason }) =>
    over.reject(new Error(`the WebSocket was closed (${code} ${reason})`)),
  )
  // Whoever waits hears of it; when nobody does, it is no news.
  over.promise.catch(() => undefined)
  return {
    async next(isWanted) {
      for (;;) {
        const event = heard.find(isWanted)
        if (event) return event
        await Promise.race([wake.promise, over.promise])
      }
    },
    [Symbol.dispose]: () => socket.close(),
  }
}

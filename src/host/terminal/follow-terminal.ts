// An agent's terminal as it prints, over the stream's socket.
import { readFileSync } from 'node:fs'
import { CmuxError } from '../../protocol/cmux-error.ts'

export interface FollowOptions {
  readonly url: string
  readonly tokenFile: string
  readonly agent: string
  readonly signal: AbortSignal
}

interface Message {
  readonly term?: string
  readonly base64?: string
  readonly message?: string
  readonly hint?: string
}

/** Calls `print` with each piece of output; resolves when the signal aborts, rejects when the connection is lost. */
export async function followTerminal(options: FollowOptions, print: (text: string) => void): Promise<void> {
  const { url, tokenFile, agent, signal } = options
  const address = `${url.replace(/^http/, 'ws')}/api/stream?after=${await newestEvent(options)}`
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  // Node's WebSocket takes headers, which the standard does not know.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const decoder = new TextDecoder()
  socket.addEventListener('open', () =>
    socket.send(JSON.stringify({ term: 'open', agent, cols: 120, rows: 40 })),
  )
  socket.addEventListener('message', ({ data }) => {
    const { term, base64 = '', message, hint } = JSON.parse(String(data)) as Message
    if (term === 'data') print(decoder.decode(Buffer.from(base64, 'base64'), { stream: true }))
    else if (term === 'closed') resolve()
    else if (term === 'error')
      reject(new CmuxError('CONFLICT', message ?? 'the terminal failed', { ...(hint && { hint }) }))
  })
  socket.addEventListener('close', ({ reason }) =>
    reject(new CmuxError('NOT_RUNNING', `the connection ended: ${reason || 'nobody said why'}`)),
  )
  signal.addEventListener('abort', () => resolve())
  try {
    await promise
  } finally {
    socket.close()
  }
}

/** Only what is printed from now on is wanted, and none of the history. */
async function newestEvent({ url, tokenFile }: FollowOptions): Promise<number> {
  const headers = { authorization: `Bearer ${readFileSync(tokenFile, 'utf8').trim()}` }
  const answer = await fetch(`${url}/api/status`, { headers })
  const { store } = (await answer.json()) as { store?: { seq?: number } }
  return store?.seq ?? 0
}

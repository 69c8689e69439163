// Socket Mode: Slack's buttons over a connection that we open, so that no address of ours has to be public. Slack ends such
// connections now and then; another one is opened.
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { isSafeAddress } from '../../protocol/access/is-safe-address.ts'
import type { OpenSlack } from './open-slack.ts'
import { parsePress } from './parse-press.ts'
import type { TakePress } from './press-taker.ts'

const APP_TOKEN = 'slack-app-token'

/** Slack pings every few seconds: whoever is silent for so long is gone. */
const SILENCE_LIMIT_MS = 60_000
const HANDSHAKE_LIMIT_MS = 10_000
const FRAME_MAX_BYTES = 1024 * 1024
const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 60_000

export interface SocketDeps {
  readonly openSlack: OpenSlack
  readonly take: TakePress
  readonly onError: (error: unknown, doing: string) => void
}

const Frame = z.object({
  type: z.string(),
  envelope_id: z.string().max(200).optional(),
  payload: z.unknown().optional(),
})

/** Until `signal` aborts. */
export async function runSlackSocket(deps: SocketDeps, signal: AbortSignal): Promise<void> {
  let pauseMs = FIRST_PAUSE_MS
  while (!signal.aborted) {
    try {
      await connectOnce(deps, signal, () => (pauseMs = FIRST_PAUSE_MS))
    } catch (error) {
      if (!signal.aborted) deps.onError(error, 'the connection to Slack for buttons failed')
    }
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)
  }
}

async function connectOnce(deps: SocketDeps, signal: AbortSignal, onHello: () => void): Promise<void> {
  const client = await deps.openSlack(APP_TOKEN, signal)
  const { url = '' } = await client.apps.connections.open({})
  if (!isSafeAddress(url, 'ws')) throw new Error('Slack named no safe address to connect to')
  const socket = new WebSocket(url, {
    handshakeTimeout: HANDSHAKE_LIMIT_MS,
    maxPayload: FRAME_MAX_BYTES,
    followRedirects: false,
  })
  const end = () => socket.terminate()
  const silence = setTimeout(end, SILENCE_LIMIT_MS)
  signal.addEventListener('abort', end)
  socket.on('ping', () => silence.refresh())
  socket.on('message', (data: Buffer) => {
    silence.refresh()
    hearFrame(deps, socket, data.toString('utf8'), onHello).catch((error: unknown) =>
      deps.onError(error, 'something from Slack could not be understood'),
    )
  })
  try {
    // An error rejects it; the end of the connection, by whomever, resolves it.
    await once(socket, 'close')
  } finally {
    clearTimeout(silence)
    signal.removeEventListener('abort', end)
    // What still fails after the end is nobody's concern.
    socket.on('error', () => undefined)
    socket.terminate()
  }
}

async function hearFrame(
  { take }: SocketDeps,
  socket: WebSocket,
  text: string,
  onHello: () => void,
): Promise<void> {
  const { type, envelope_id: id, payload } = Frame.parse(JSON.parse(text))
  if (type === 'hello') onHello()
  if (type === 'disconnect') socket.close()
  const heard = type === 'interactive' ? parsePress(payload) : undefined
  // Confirmed only when it is decided: what we die over comes again, and is decided once.
  if (heard) await take(heard)
  if (id !== undefined && socket.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ envelope_id: id }))
}

// Keeps one connection to our tmux: made when first asked for, made again with growing pauses when it is lost. Only `ensure`
// starts a tmux server.
import { CmuxError } from '../../protocol/cmux-error.ts'
import {
  ConnectFailure,
  connectControl,
  type ConnectOptions,
  type ControlConnection,
} from './control-connection.ts'
import { keepAlive } from './keep-alive.ts'
import { SERVER_OPTIONS, TELL_OF_CLOSED } from './server-options.ts'
import type { ServerMemory } from './server-memory.ts'
import { startServer } from './start-server.ts'

type Reach =
  | { readonly kind: 'connected'; readonly connection: ControlConnection }
  /** It is certain that no tmux server of ours runs. */
  | { readonly kind: 'none' }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface TmuxLink extends Disposable {
  /** The connection, or what one try to make it has shown. From then on it is kept. */
  reach(): Promise<Reach>
  /** The connection, to a fresh server if there was none. */
  ensure(): Promise<ControlConnection>
}

export interface LinkOptions extends ConnectOptions {
  readonly memory: ServerMemory
  onConnected(connection: ControlConnection): void
  onLost(reason: string): void
}

const RETRY_FIRST_MS = 50
const RETRY_MAX_MS = 2000
const START_TRIES = 3

export function makeTmuxLink(options: LinkOptions): TmuxLink {
  const { clock, onConnected, onLost } = options
  let current: ControlConnection | undefined
  let trying: Promise<Reach> | undefined
  let cancelRetry: (() => void) | undefined
  let pauseMs = RETRY_FIRST_MS
  let disposed = false

  /** One at a time, a start of the server included: a client that comes while a session is made can end tmux 3.3a. */
  const attempt = (prepare: () => Promise<void>): Promise<Reach> => {
    trying ??= prepare()
      .then(() => connect(options))
      .then(settle)
      .finally(() => (trying = undefined))
    return trying
  }

  const reach = (): Promise<Reach> => {
    if (current) return Promise.resolve({ kind: 'connected', connection: current })
    if (disposed) return Promise.resolve({ kind: 'unknown', reason: 'cmux is stopping' })
    return attempt(() => Promise.resolve())
  }

  const settle = (found: Reach): Reach => {
    if (found.kind !== 'connected') {
      retryLater()
      return found
    }
    if (disposed) {
      found.connection.end()
      return { kind: 'unknown', reason: 'cmux is stopping' }
    }
    keep(found.connection)
    return found
  }

  const keep = (connection: ControlConnection) => {
    current = connection
    pauseMs = RETRY_FIRST_MS
    cancelRetry?.()
    void noticeEnd(connection)
    keepAlive(connection, clock)
    onConnected(connection)
  }

  const noticeEnd = async ({ ended }: ControlConnection) => {
    const reason = await ended
    current = undefined
    if (disposed) return
    onLost(reason)
    retryLater()
  }

  const retryLater = () => {
    if (disposed) return
    cancelRetry?.()
    cancelRetry = clock.after(pauseMs, () => void reach())
    pauseMs = Math.min(pauseMs * 2, RETRY_MAX_MS)
  }

  return {
    reach,
    ensure: () => ensureServer(reach, () => attempt(() => startServer(options.tmux))),
    [Symbol.dispose]() {
      disposed = true
      cancelRetry?.()
      current?.end()
    },
  }
}

async function ensureServer(
  reach: () => Promise<Reach>,
  start: () => Promise<Reach>,
): Promise<ControlConnection> {
  let found = await reach()
  for (let tries = 0; found.kind === 'none' && tries < START_TRIES; tries += 1) found = await start()
  if (found.kind === 'connected') return found.connection
  const reason = found.kind === 'unknown' ? found.reason : 'tmux ended as soon as it was started'
  throw new CmuxError('TERMINALS_UNAVAILABLE', reason)
}

async function connect(options: LinkOptions): Promise<Reach> {
  try {
    const connection = await connectWithSession(options)
    try {
      await setUp(connection, options.memory)
    } catch (error) {
      connection.end()
      throw error
    }
    return { kind: 'connected', connection }
  } catch (error) {
    if (!(error instanceof ConnectFailure) || error.kind !== 'no server') return unknown(error)
  }
  return lookForLostServer(options.memory)
}

/** Somebody may have ended our session while the server lives on. */
async function connectWithSession(options: LinkOptions): Promise<ControlConnection> {
  try {
    return await connectControl(options)
  } catch (error) {
    if (!(error instanceof ConnectFailure) || error.kind !== 'no session') throw error
    await startServer(options.tmux)
    return connectControl(options)
  }
}

async function setUp(connection: ControlConnection, memory: ServerMemory): Promise<void> {
  await connection.run([...SERVER_OPTIONS, TELL_OF_CLOSED].map((words) => ({ words })))
  const [answer] = await connection.run([{ words: ['display-message', '-p', '#{pid}'] }])
  await memory.remember(Number(answer?.lines[0]))
}

async function lookForLostServer(memory: ServerMemory): Promise<Reach> {
  try {
    if (!(await memory.revive())) return { kind: 'none' }
    return { kind: 'unknown', reason: 'tmux lives, but its socket was deleted; it was told to make it anew' }
  } catch (error) {
    return unknown(error)
  }
}

function unknown(error: unknown): Reach {
  return { kind: 'unknown', reason: error instanceof Error ? error.message : String(error) }
}

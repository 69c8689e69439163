// The one stream that the page lives on: resumes after the last number it saw, says how it stands, and carries terminals.
import { RefusedRequest, type Client } from '../../client/make-client.ts'
import type { Event } from '../../protocol/event.ts'
import type { Status } from '../../protocol/machine/status.ts'
import { onPageSecret } from '../page-secret.ts'
import { addEvents } from './add-events.ts'
import type { Connection } from './connection.ts'
import { openStream, type Stream } from './open-stream.ts'
import { makeTerminalLines, type TerminalLines } from './terminal-lines.ts'
import { watchForSilence } from './watch-for-silence.ts'
import { watchForSleep } from './watch-for-sleep.ts'

export interface Live {
  readonly connection: () => Connection
  /** The newest part of the history, oldest first. */
  readonly events: () => readonly Event[]
  /** The newest number that the history had when the page connected. Only what is newer happened while it looked. */
  readonly head: () => number
  readonly subscribe: (listener: () => void) => () => void
  readonly terminals: TerminalLines
  start(): void
}

export interface LiveDeps {
  readonly client: Client
  /** New events, as they come. */
  readonly onEvents: (events: readonly Event[]) => void
  /** A connection is being made, and what was read before may be old. */
  readonly onConnect: (status: Status) => void
}

interface State {
  readonly deps: LiveDeps
  readonly listeners: Set<() => void>
  readonly terminals: TerminalLines
  connection: Connection
  events: readonly Event[]
  /** The number of the newest event that we have. */
  last: number
  /** The newest that there was when we connected. */
  head: number
  stream: Stream | undefined
  /** Counts the connections that were begun: only the last one is of interest. */
  attempt: number
  retryMs: number
  retry: ReturnType<typeof setTimeout> | undefined
}

/** Shown at the start; what is older is asked for by whoever wants to see it. */
const TAIL = 200
/** Beyond this the newest part is read anew: nobody would see the rest. */
const CATCH_UP_MAX = 1000
const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 3000
/** The server's word that our login is over: coming back with the same session would only fail again. */
const CLOSE_LOGGED_OUT = 4401
const NOT_LOGGED_IN = 401

export function makeLive(deps: LiveDeps): Live {
  const state: State = {
    deps,
    listeners: new Set(),
    terminals: makeTerminalLines((request) => state.stream?.send(request) ?? false),
    connection: { kind: 'connecting' },
    events: [],
    last: 0,
    head: 0,
    stream: undefined,
    attempt: 0,
    retryMs: RETRY_FIRST_MS,
    retry: undefined,
  }
  return {
    connection: () => state.connection,
    events: () => state.events,
    head: () => state.head,
    subscribe(listener) {
      state.listeners.add(listener)
      return () => state.listeners.delete(listener)
    },
    terminals: state.terminals,
    start() {
      void connect(state)
      onPageSecret(() => {
        if (state.connection.kind === 'logged-out') void connect(state)
      })
      watchForSleep(() => {
        if (state.connection.kind === 'logged-out') return
        state.retryMs = RETRY_FIRST_MS
        lose(state, 'this computer was asleep')
      })
      watchForSilence({
        readHead: () => readHead(deps.client),
        heard: () => (state.connection.kind === 'live' ? state.last : undefined),
        onSilent: (why) => lose(state, why),
      })
    },
  }
}

async function readHead(client: Client): Promise<number> {
  const newest = { before: Number.MAX_SAFE_INTEGER, limit: 1 }
  const { items } = await client.call('GET /api/events', { query: newest })
  return items.at(-1)?.seq ?? 0
}

async function connect(state: State): Promise<void> {
  const mine = (state.attempt += 1)
  try {
    const status = await state.deps.client.call('GET /api/status')
    if (mine !== state.attempt) return
    state.head = status.store.seq
    // Also when the history is shorter than ours: a backup was restored, and the numbers mean other things now.
    if (state.head < state.last || state.head - state.last > CATCH_UP_MAX) {
      state.events = []
      state.last = Math.max(0, state.head - TAIL)
    }
    state.deps.onConnect(status)
    listen(state)
  } catch (error) {
    if (mine !== state.attempt) return
    if (error instanceof RefusedRequest && error.status === NOT_LOGGED_IN)
      say(state, { kind: 'logged-out', why: error.message })
    else lose(state, ...describeFailure(error))
  }
}

function listen(state: State): void {
  state.stream = openStream(state.last, {
    onOpen() {
      state.retryMs = RETRY_FIRST_MS
      state.terminals.resume()
      sayHowFar(state)
    },
    onEvents(fresh) {
      state.events = addEvents(state.events, fresh)
      state.last = state.events.at(-1)?.seq ?? state.last
      state.deps.onEvents(fresh)
      sayHowFar(state)
    },
    onTerminal: (message) => state.terminals.hear(message),
    onClose(code, reason) {
      if (code === CLOSE_LOGGED_OUT) say(state, { kind: 'logged-out', why: reason })
      else lose(state, reason || 'the connection broke')
    },
  })
}

function describeFailure(error: unknown): [why: string, isSafeMode: boolean] {
  if (!(error instanceof RefusedRequest)) return ['the server does not answer', false]
  return [error.message, error.code === 'SAFE_MODE']
}

function lose(state: State, why: string, isSafeMode = false): void {
  state.attempt += 1
  state.stream?.close()
  state.stream = undefined
  state.terminals.lose()
  const sinceMs = state.connection.kind === 'offline' ? state.connection.sinceMs : Date.now()
  say(state, { kind: 'offline', sinceMs, why, isSafeMode })
  clearTimeout(state.retry)
  state.retry = setTimeout(() => void connect(state), state.retryMs)
  state.retryMs = Math.min(state.retryMs * 2, RETRY_MAX_MS)
}

function sayHowFar(state: State): void {
  const behind = state.head - state.last
  say(state, behind > 0 ? { kind: 'catching-up', behind } : { kind: 'live' })
}

function say(state: State, connection: Connection): void {
  state.connection = connection
  for (const listener of state.listeners) listener()
}

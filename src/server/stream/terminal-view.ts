// One terminal on a client's socket: the whole screen first, then bytes as they come. After a gap, or when the client reads
// too slowly, the screen again: fewer bytes, never broken ones.
import type { Clock } from '../../core/clock.ts'
import type { Output, PaneId, Terminals } from '../../core/terminals/terminals.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { TerminalMessage } from '../../protocol/terminal.ts'

const SCROLLBACK_LINES = 5000
/** Above this the client is behind: it gets a fresh screen once it has caught up. */
const BACKLOG_MAX_BYTES = 1024 * 1024
const WAITING_MAX = 2000
const LOOK_AGAIN_MS = 50

export interface ViewDeps {
  readonly terminals: Pick<Terminals, 'replay'>
  readonly clock: Pick<Clock, 'after'>
  /** Bytes that were sent and have not left yet. */
  readonly backlog: () => number
  readonly send: (message: TerminalMessage) => void
  readonly onError: (agent: AgentName, error: unknown) => void
}

export interface TerminalView {
  /** Null while the agent has none. */
  readonly pane: () => PaneId | null
  show(): Promise<void>
  /** The agent has another pane now. */
  follow(pane: PaneId): Promise<void>
  /** The agent has no pane any more; what the client sees is old. */
  leave(): void
  pass(output: Output): void
  /** What the client has is not true any more. */
  distrust(): void
  close(): void
}

interface State {
  readonly agent: AgentName
  pane: PaneId | null
  /** Output up to here is on the client's screen; null while it has none that is true. */
  shown: number | null
  /** Counts the screens that were asked for: only the last one is of interest. */
  asked: number
  isFetching: boolean
  needsScreen: boolean
  isClosed: boolean
  /** Output that came while a screen was on its way. */
  readonly waiting: Output[]
  cancelLook: (() => void) | undefined
}

export function makeTerminalView(deps: ViewDeps, agent: AgentName, firstPane: PaneId): TerminalView {
  const state: State = {
    agent,
    pane: firstPane,
    shown: null,
    asked: 0,
    isFetching: false,
    needsScreen: false,
    isClosed: false,
    waiting: [],
    cancelLook: undefined,
  }
  return {
    pane: () => state.pane,
    show: () => show(deps, state),
    follow(next) {
      state.pane = next
      return show(deps, state)
    },
    leave() {
      state.pane = null
      state.asked += 1
      Object.assign(state, { shown: null, needsScreen: false, isFetching: false })
    },
    pass: (output) => pass(deps, state, output),
    distrust() {
      state.needsScreen = true
      catchUp(deps, state)
    },
    close() {
      state.isClosed = true
      state.cancelLook?.()
    },
  }
}

async function show(deps: ViewDeps, state: State): Promise<void> {
  if (state.pane === null) return
  const asked = (state.asked += 1)
  Object.assign(state, { shown: null, needsScreen: false, isFetching: true })
  state.waiting.length = 0
  try {
    const { bytes, size, order } = await deps.terminals.replay(state.pane, SCROLLBACK_LINES)
    if (state.isClosed || asked !== state.asked) return
    deps.send({ term: 'screen', agent: state.agent, base64: encode(bytes), ...size })
    state.shown = order
  } finally {
    if (asked === state.asked) state.isFetching = false
  }
  for (const output of state.waiting.splice(0)) pass(deps, state, output)
  // It may have been distrusted on its way.
  catchUp(deps, state)
}

function pass(deps: ViewDeps, state: State, output: Output): void {
  if (state.shown === null) {
    if (state.waiting.length < WAITING_MAX) state.waiting.push(output)
    else state.needsScreen = true
    return
  }
  if (output.order <= state.shown) return
  if (deps.backlog() > BACKLOG_MAX_BYTES) state.needsScreen = true
  if (state.needsScreen) {
    catchUp(deps, state)
    return
  }
  state.shown = output.order
  deps.send({ term: 'data', agent: state.agent, base64: encode(output.bytes) })
}

/** Once what was sent has left. The last output may have been, so nobody but us will remind us. */
function catchUp(deps: ViewDeps, state: State): void {
  if (!state.needsScreen || state.isFetching || state.isClosed) return
  if (deps.backlog() <= BACKLOG_MAX_BYTES / 2) {
    show(deps, state).catch((error: unknown) => deps.onError(state.agent, error))
    return
  }
  state.cancelLook ??= deps.clock.after(LOOK_AGAIN_MS, () => {
    state.cancelLook = undefined
    catchUp(deps, state)
  })
}

const encode = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')

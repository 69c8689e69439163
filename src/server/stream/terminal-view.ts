// One terminal on a client's socket: the whole screen first, then bytes as they come. After a gap, or when the client reads
// too slowly, the screen again: fewer bytes, never broken ones.
import type { Output, PaneId, Terminals } from '../../core/terminals/terminals.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { TerminalMessage } from '../../protocol/terminal.ts'

const SCROLLBACK_LINES = 5000
/** Above this the client is behind: it gets a fresh screen once it has caught up. */
const BACKLOG_MAX_BYTES = 1024 * 1024
const WAITING_MAX = 2000

export interface ViewDeps {
  readonly terminals: Terminals
  /** Bytes that were sent and have not left yet. */
  readonly backlog: () => number
  readonly send: (message: TerminalMessage) => void
  readonly onError: (agent: AgentName, error: unknown) => void
}

export interface TerminalView {
  readonly pane: () => PaneId
  show(): Promise<void>
  /** The agent has another pane now. */
  follow(pane: PaneId): Promise<void>
  pass(output: Output): void
  /** What the client has is not true any more. */
  distrust(): void
  close(): void
}

export function makeTerminalView(deps: ViewDeps, agent: AgentName, firstPane: PaneId): TerminalView {
  const { terminals, send, backlog } = deps
  let pane = firstPane
  /** Output up to here is on the client's screen; null while a screen is on its way. */
  let shown: number | null = null
  let needsScreen = false
  let isClosed = false
  const waiting: Output[] = []

  const show = async () => {
    shown = null
    needsScreen = false
    waiting.length = 0
    const { bytes, size, order } = await terminals.replay(pane, SCROLLBACK_LINES)
    if (isClosed) return
    send({ term: 'screen', agent, base64: encode(bytes), ...size })
    shown = order
    for (const output of waiting.splice(0)) pass(output)
  }

  const pass = (output: Output) => {
    if (shown === null) {
      if (waiting.length < WAITING_MAX) waiting.push(output)
      else needsScreen = true
      return
    }
    if (output.order <= shown) return
    if (backlog() > BACKLOG_MAX_BYTES) needsScreen = true
    if (needsScreen) {
      catchUp()
      return
    }
    shown = output.order
    send({ term: 'data', agent, base64: encode(output.bytes) })
  }

  /** Once what was sent has left. */
  const catchUp = () => {
    if (shown === null || backlog() > BACKLOG_MAX_BYTES / 2) return
    show().catch((error: unknown) => deps.onError(agent, error))
  }

  return {
    pane: () => pane,
    show,
    follow(next) {
      pane = next
      return show()
    },
    pass,
    distrust() {
      needsScreen = true
      catchUp()
    },
    close: () => void (isClosed = true),
  }
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

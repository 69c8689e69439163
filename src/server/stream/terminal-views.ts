// Live terminals on a client's socket: the whole screen first, then bytes as they come; after a gap, the screen again. A
// client that reads too slowly gets fewer bytes and a fresh screen, never a broken one.
import { findAgent } from '../../core/agents/command-agent.ts'
import type { AgentRecord } from '../../core/agents/agent-record.ts'
import type { Principal } from '../../core/access/principal.ts'
import type { PaneId, TerminalNews, Terminals } from '../../core/terminals/terminals.ts'
import type { Store } from '../../core/store.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { TerminalRequest, type TerminalMessage } from '../../protocol/terminal.ts'

export interface TerminalViews extends Disposable {
  /** What the client said; anything that is wrong is answered, not thrown. */
  hear(text: string): void
}

export interface ViewDeps {
  readonly store: Store
  readonly terminals: Terminals
  readonly principal: Principal
  /** Bytes that were sent and have not left yet. */
  readonly backlog: () => number
  readonly send: (message: TerminalMessage) => void
}

interface View {
  readonly agent: AgentName
  pane: PaneId
  /** Output up to here is on the client's screen; null while a screen is on its way. */
  shown: number | null
  /** What came while a screen was on its way. */
  readonly waiting: { order: number; bytes: Uint8Array }[]
  needsScreen: boolean
}

const VIEWS_MAX = 16
const SCROLLBACK_LINES = 5000
/** Above this the client is behind: it gets a fresh screen once it has caught up. */
const BACKLOG_MAX_BYTES = 1024 * 1024
const WAITING_MAX = 2000
/** Who may type; everybody who may see the stream may look. */
const TYPISTS: readonly string[] = ['owner', 'human']

export function makeTerminalViews(deps: ViewDeps): TerminalViews {
  const { terminals, store, send, principal } = deps
  const views = new Map<AgentName, View>()

  const fail = (agent: AgentName | null, error: unknown) => {
    const known = error instanceof CmuxError ? error : new CmuxError('INTERNAL', 'the terminal failed')
    send({ term: 'error', agent, ...known.toBody().error })
  }

  const showScreen = async (view: View) => {
    view.shown = null
    view.needsScreen = false
    view.waiting.length = 0
    const { bytes, size, order } = await terminals.replay(view.pane, SCROLLBACK_LINES)
    if (views.get(view.agent) !== view) return
    send({ term: 'screen', agent: view.agent, base64: encode(bytes), ...size })
    view.shown = order
    for (const output of view.waiting.splice(0)) pass(view, output)
  }

  const pass = (view: View, { order, bytes }: { order: number; bytes: Uint8Array }) => {
    if (view.shown === null) {
      if (view.waiting.length < WAITING_MAX) view.waiting.push({ order, bytes })
      else view.needsScreen = true
      return
    }
    if (order <= view.shown) return
    if (deps.backlog() > BACKLOG_MAX_BYTES) view.needsScreen = true
    if (view.needsScreen) {
      catchUp(view)
      return
    }
    view.shown = order
    send({ term: 'data', agent: view.agent, base64: encode(bytes) })
  }

  /** Once what was sent has left. */
  const catchUp = (view: View) => {
    if (view.shown === null || deps.backlog() > BACKLOG_MAX_BYTES / 2) return
    showScreen(view).catch((error: unknown) => fail(view.agent, error))
  }

  const hearNews = (news: TerminalNews) => {
    if (news.kind !== 'output' && news.kind !== 'skipped') {
      if (news.kind === 'changed') followPanes().catch((error: unknown) => fail(null, error))
      return
    }
    for (const view of views.values()) {
      if (view.pane !== news.pane) continue
      if (news.kind === 'output') pass(view, news)
      else {
        view.needsScreen = true
        catchUp(view)
      }
    }
  }

  /** An agent that was restarted has another pane: its view goes on there. */
  const followPanes = async () => {
    for (const view of views.values()) {
      const record = await store.read.agents.byName(view.agent)
      if (!record) close(view.agent, 'the agent was removed')
      else if (record.pane !== null && record.pane !== view.pane) {
        view.pane = record.pane
        await showScreen(view)
      }
    }
  }

  const close = (agent: AgentName, reason: string) => {
    if (views.delete(agent)) send({ term: 'closed', agent, reason })
  }

  const acts: {
    readonly [K in TerminalRequest['term']]: (
      request: Extract<TerminalRequest, { term: K }>,
      record: AgentRecord,
    ) => Promise<void>
  } = {
    async open({ agent, cols, rows }, record) {
      if (!views.has(agent) && views.size >= VIEWS_MAX)
        throw new CmuxError('LIMIT_REACHED', `a connection shows at most ${VIEWS_MAX} terminals`)
      const pane = paneOf(record)
      if (TYPISTS.includes(principal.role)) await terminals.resize(pane, { cols, rows })
      const view: View = { agent, pane, shown: null, waiting: [], needsScreen: false }
      views.set(agent, view)
      await showScreen(view)
    },
    async input({ base64 }, record) {
      mustType(principal)
      await terminals.type(paneOf(record), Buffer.from(base64, 'base64'))
    },
    async resize({ cols, rows }, record) {
      mustType(principal)
      await terminals.resize(paneOf(record), { cols, rows })
    },
    async close({ agent }) {
      close(agent, 'as asked')
    },
  }

  // In turn: what was typed first arrives first.
  let turn = Promise.resolve()
  const watching = terminals.watch(hearNews)
  return {
    hear(text) {
      const request = parseRequest(text)
      if (!request) {
        fail(null, new CmuxError('BAD_REQUEST', 'this is no request for a terminal'))
        return
      }
      turn = turn.then(async () => {
        try {
          const record = await findAgent({ store }, request.agent)
          // The table has a row for each kind; TypeScript can't see that the row fits the request.
          const act = acts[request.term] as (request: TerminalRequest, record: AgentRecord) => Promise<void>
          await act(request, record)
        } catch (error) {
          fail(request.agent, error)
        }
      })
    },
    [Symbol.dispose]() {
      watching[Symbol.dispose]()
      views.clear()
    },
  }
}

function parseRequest(text: string): TerminalRequest | undefined {
  try {
    return TerminalRequest.parse(JSON.parse(text))
  } catch {
    return undefined // answered by the caller
  }
}

function paneOf(record: AgentRecord): PaneId {
  if (record.pane !== null) return record.pane
  throw new CmuxError('CONFLICT', `${record.name} has no terminal right now`)
}

function mustType({ role }: Principal): void {
  if (!TYPISTS.includes(role)) throw new CmuxError('FORBIDDEN', `role ${role} may look, not type`)
}

const encode = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

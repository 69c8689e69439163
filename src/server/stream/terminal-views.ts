// The terminals that a client has open on its socket, and what it types into them.
import type { AgentRecord } from '../../core/agents/agent-record.ts'
import { findAgent } from '../../core/agents/find-agent.ts'
import type { Principal } from '../../core/access/principal.ts'
import type { Clock } from '../../core/clock.ts'
import type { Store } from '../../core/store.ts'
import type { PaneId, TerminalNews, Terminals } from '../../core/terminals/terminals.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { TerminalRequest, type TerminalMessage } from '../../protocol/terminal.ts'
import { makeTerminalView, type TerminalView } from './terminal-view.ts'

export interface TerminalViews extends Disposable {
  /** What the client said; anything that is wrong is answered, not thrown. */
  hear(text: string): void
  /** Something was told of agents: one may have another pane by now. */
  follow(): void
}

export interface ViewsDeps {
  readonly store: Store
  readonly terminals: Terminals
  readonly clock: Pick<Clock, 'after'>
  readonly principal: Principal
  readonly backlog: () => number
  readonly send: (message: TerminalMessage) => void
}

type Views = Map<AgentName, TerminalView>
type Fail = (agent: AgentName | null, error: unknown) => void

const VIEWS_MAX = 16
/** Who may type; everybody who may see the stream may look. */
const TYPISTS: ReadonlySet<string> = new Set(['owner', 'human'])

export function makeTerminalViews(deps: ViewsDeps): TerminalViews {
  const views: Views = new Map()
  const fail: Fail = (agent, error) => {
    const known = error instanceof CmuxError ? error : new CmuxError('INTERNAL', 'the terminal failed')
    deps.send({ term: 'error', agent, ...known.toBody().error })
  }
  const acts = makeActs(deps, views, fail)
  // In turn: what was typed first arrives first.
  let turn = Promise.resolve()
  const follow = () => void followPanes(deps, views, fail).catch((error: unknown) => fail(null, error))
  const watching = deps.terminals.watch((news) => {
    if (news.kind === 'changed') follow()
    else passOn(views, news)
  })
  const answer = async (request: TerminalRequest, before: Promise<void>) => {
    await before
    try {
      const record = await findAgent(deps, request.agent)
      // The table has a row for each kind; TypeScript can't see that the row fits the request.
      const act = acts[request.term] as (request: TerminalRequest, record: AgentRecord) => Promise<void>
      await act(request, record)
    } catch (error) {
      fail(request.agent, error)
    }
  }
  return {
    hear(text) {
      const request = parseRequest(text)
      if (!request) {
        fail(null, new CmuxError('BAD_REQUEST', 'this is no request for a terminal'))
        return
      }
      turn = answer(request, turn)
    },
    follow,
    [Symbol.dispose]() {
      watching[Symbol.dispose]()
      for (const view of views.values()) view.close()
      views.clear()
    },
  }
}

type Acts = {
  readonly [K in TerminalRequest['term']]: (
    request: Extract<TerminalRequest, { term: K }>,
    record: AgentRecord,
  ) => Promise<void>
}

function makeActs(deps: ViewsDeps, views: Views, onError: Fail): Acts {
  const { terminals, principal } = deps
  return {
    async open({ agent, cols, rows }, record) {
      if (!views.has(agent) && views.size >= VIEWS_MAX)
        throw new CmuxError('LIMIT_REACHED', `a connection shows at most ${VIEWS_MAX} terminals`)
      const pane = paneOf(record)
      if (TYPISTS.has(principal.role)) await terminals.resize(pane, { cols, rows })
      views.get(agent)?.close()
      const view = makeTerminalView({ ...deps, onError }, agent, pane)
      views.set(agent, view)
      await view.show()
    },
    async input({ base64 }, record) {
      mustType(principal)
      await terminals.type(paneOf(record), Buffer.from(base64, 'base64'))
    },
    async paste({ text }, record) {
      mustType(principal)
      await terminals.paste(paneOf(record), text)
    },
    async resize({ cols, rows }, record) {
      mustType(principal)
      await terminals.resize(paneOf(record), { cols, rows })
    },
    async close({ agent }) {
      close(deps, views, agent, 'as asked')
    },
  }
}

function passOn(views: Views, news: TerminalNews): void {
  if (news.kind !== 'output' && news.kind !== 'skipped') return
  for (const view of views.values()) {
    if (view.pane() !== news.pane) continue
    if (news.kind === 'output') view.pass(news)
    else view.distrust()
  }
}

/** An agent that was restarted has another pane: its view goes on there. One that ended has none, and its view says so. */
async function followPanes(deps: ViewsDeps, views: Views, fail: Fail): Promise<void> {
  for (const [agent, view] of views) {
    const record = await deps.store.read.agents.byName(agent)
    if (!record) close(deps, views, agent, 'the agent was removed')
    else if (record.pane === null) {
      if (view.pane() === null) continue
      view.leave()
      fail(agent, withoutPane(record))
    } else if (record.pane !== view.pane()) await view.follow(record.pane)
  }
}

function close({ send }: ViewsDeps, views: Views, agent: AgentName, reason: string): void {
  views.get(agent)?.close()
  if (views.delete(agent)) send({ term: 'closed', agent, reason })
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
  throw withoutPane(record)
}

const withoutPane = ({ name }: AgentRecord) => new CmuxError('CONFLICT', `${name} has no terminal right now`)

function mustType({ role }: Principal): void {
  if (!TYPISTS.has(role)) throw new CmuxError('FORBIDDEN', `role ${role} may look, not type`)
}

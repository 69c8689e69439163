// Agents over HTTP: who is there, who comes and who goes.
import { z } from 'zod'
import { findVisibility, isVisible, requireVisible } from '../../../core/access/find-visibility.ts'
import { chooseRuntime, examineRuntimes } from '../../../core/spawning/choose-runtime.ts'
import { describeAgent, describeAgents, describeCard } from '../../../core/agents/describe-agent.ts'
import { askSpawn } from '../../../core/spawning/ask-spawn.ts'
import { delegateSpawn } from '../../../core/spawning/delegate.ts'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { requireOverseer } from '../../../core/agents/require-overseer.ts'
import { removeAgent } from '../../../core/agent-loop/stop-agent.ts'
import type { Store } from '../../../core/store.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'
import type { ElsewhereKeys } from './elsewhere-handlers.ts'
import type { HistoryKeys } from './history-handlers.ts'
import type { PortKeys } from './port-handlers.ts'

type Deps = Pick<
  Context,
  'agents' | 'clock' | 'config' | 'improve' | 'projects' | 'proofs' | 'store' | 'workspaces'
>

type Keys = Exclude<
  Extract<RouteKey, `${string} /api/agents${string}` | 'POST /api/adoptions' | 'GET /api/runtimes'>,
  `POST /api/agents/:name/${string}` | HistoryKeys | ElsewhereKeys | PortKeys | 'GET /api/agents/:name/state'
>

/** A worker's repository may take a while to be saved. */
const REMOVAL_LIMIT_MS = 60_000

export function makeAgentHandlers(context: Deps): Handlers<Keys> {
  const { agents: room, store, config } = context
  const { deps, wake, settled } = room
  const show = async (name: AgentName) => describeAgent(store, await findAgent(deps, name))
  const asked = async (name: AgentName) => {
    wake()
    return show(name)
  }
  return {
    'GET /api/agents': async ({ query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const all = (await store.read.agents.all()).filter(({ project }) => isVisible(visibility, project))
      const wanted = all.filter(({ project }) => query.project === undefined || project === query.project)
      return { items: await describeAgents(store, wanted), next: null }
    },

    'POST /api/agents': async ({ body }, { principal }) => {
      context.proofs.check(principal, { act: 'spawn', sandbox: body.sandbox, workspace: body.workspace })
      const allowed = await delegateSpawn(deps, body, principal)
      // A program may take seconds to say its version: it is asked before, not while others stand in line.
      const runtime = await chooseRuntime(deps, allowed.runtime)
      const order = { ...allowed, runtime }
      if (principal.agent !== null && config.agents.spawnNeedsApproval) {
        const { id } = await askSpawn(deps, order, principal, config.approvals.requestSec * 1000)
        throw waitsForApproval(id)
      }
      return asked((await room.spawn(order, principal)).name)
    },

    'POST /api/adoptions': async ({ body }, { principal }) => {
      context.proofs.check(principal, { act: 'adopt' })
      return asked((await room.adopt(body, principal.actor)).name)
    },

    'GET /api/agents/:name': async ({ params }, { principal }) => {
      const record = await findAgent(deps, params.name)
      requireVisible(await findVisibility(store.read, principal), record.project, record.name)
      const generations = await store.read.agents.generations(record.id)
      const card = describeCard(record, await deps.roles.read(record.role, record.project))
      return { ...(await describeAgent(store, record)), generations, card }
    },

    'DELETE /api/agents/:name': async ({ params }, { principal }) => {
      const { id } = await findAgent(deps, params.name)
      const before = await store.read.events.head()
      await removeAgent(deps, params.name, principal.actor)
      const deadlineMs = context.clock.monotonicMs() + REMOVAL_LIMIT_MS
      while (context.clock.monotonicMs() < deadlineMs) {
        await settled()
        const record = await store.read.agents.byId(id)
        if (!record) return { agent: params.name, saved: await readSaved(store, params.name, before) }
        if (record.gaveUp) throw new CmuxError('CONFLICT', record.gaveUp.why)
      }
      throw new CmuxError('TIMED_OUT', `${params.name} is not gone after ${REMOVAL_LIMIT_MS / 1000} s`)
    },

    'GET /api/agents/:name/diff': async ({ params }, { principal }) => {
      await requireOverseer(deps, params.name, principal, 'the diff')
      return compareWork(context, params.name)
    },

    'GET /api/agents/:name/terminal': async ({ params, query }, { principal }) => {
      await requireOverseer(deps, params.name, principal, 'the terminal')
      return room.readTerminal(await findAgent(deps, params.name), query.scrollback)
    },

    'GET /api/runtimes': async () => ({ items: await examineRuntimes(deps), next: null }),
  }
}

async function compareWork({ agents, projects, workspaces, improve }: Deps, agent: AgentName) {
  const { name, project, workspace, folder } = await findAgent(agents.deps, agent)
  if (project === null || workspace === null)
    throw new CmuxError('NOT_FOUND', `${name} has no workspace of its own: it works in ${folder}`, {
      hint: 'only work in a workspace can be told from that of others; look there with git',
    })
  const place = { project: await projects.get(project), agent: name }
  const work = await workspaces.diff(place)
  const paths = work.files.map(({ path }) => path)
  const overlaps = await improve.findOverlaps(place.project, paths, (other) => other === name)
  return { ...work, overlaps }
}

/** What the removal kept, from the event that tells of it. */
async function readSaved(store: Store, agent: AgentName, after: number): Promise<string[]> {
  for (let cursor = after; ;) {
    const page = await store.read.events.after(cursor, EVENTS_AT_ONCE)
    const removed = page.find(({ type, data }) => type === 'agent.removed' && data['agent'] === agent)
    if (removed) return z.array(z.string()).parse(removed.data['saved'])
    const last = page.at(-1)
    if (!last) return []
    cursor = last.seq
  }
}

const EVENTS_AT_ONCE = 500

function waitsForApproval(id: string): CmuxError {
  return new CmuxError('APPROVAL_NEEDED', `a person has to allow it first: ${id} waits`, {
    hint: 'it is started when they do, and you are told by mail: go on with something else',
  })
}

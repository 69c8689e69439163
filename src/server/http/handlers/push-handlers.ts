// Pushes over HTTP: agents ask, people agree to what they were shown, and cmux pushes.
import type { ApprovalRecord } from '../../../core/approvals/approval-record.ts'
import { findApproval } from '../../../core/approvals/find-approval.ts'
import type { Principal } from '../../../core/access/principal.ts'
import { findAgent } from '../../../core/agents/find-agent.ts'
import { findChange } from '../../../core/improve/find-change.ts'
import { askPush, isUnderWay } from '../../../core/pushes/ask-push.ts'
import {
  preparePush,
  readPushOrder,
  type PlannedPush,
  type PushRequest,
} from '../../../core/pushes/prepare-push.ts'
import { isPushed, sayOutcome } from '../../../core/pushes/push-keeper.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { AgentName, ApprovalId, ChangeId } from '../../../protocol/ids.ts'
import type { AskPush, Push } from '../../../protocol/changes/push.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import { readDecisionWay } from '../read-decision-way.ts'
import type { Handlers } from '../register-routes.ts'
import { waitForApproval } from '../wait-for-approval.ts'

type Deps = Pick<
  Context,
  | 'agents'
  | 'clock'
  | 'config'
  | 'entropy'
  | 'hashSecret'
  | 'projects'
  | 'proofs'
  | 'remotes'
  | 'store'
  | 'waits'
  | 'workPushes'
  | 'workspaces'
>

type Keys = Extract<RouteKey, `${string} /api/pushes${string}` | `${string} /api/remotes${string}`>

export function makePushHandlers(context: Deps): Handlers<Keys> {
  const { store, remotes, config, hashSecret, proofs, workPushes } = context
  return {
    'POST /api/pushes': async ({ body }, { principal, request }) => {
      const planned = await preparePush(remotes, await readRequest(context, body, principal))
      const sha256 = hashSecret(planned.content)
      const { order } = planned
      // The remote has all of it.
      if (order.moves.length === 0) return { ...describePlan(planned, sha256), state: 'pushed' as const }
      if (body.dryRun || (principal.agent === null && body.sha256 === undefined))
        return describePlan(planned, sha256)
      if (principal.agent === null) requireOwnWord(body, planned, sha256)
      if (principal.agent === null) proofs.check(principal, { act: 'approve', risk: planned.risk })
      const record = await askPush(
        context,
        planned,
        { by: principal, via: readDecisionWay(request) },
        config.approvals.requestSec * 1000,
      )
      await workPushes()
      return describePush(record)
    },

    'GET /api/pushes/:id': async ({ params, query }, { principal, reply }) => {
      const found = await findOwn(context, params.id, principal)
      if (!isUnderWay(found) || query.wait === 0) return describePush(found)
      return describePush(
        await waitForApproval(context, params.id, {
          reply,
          limitMs: query.wait * 1000,
          isWaiting: isUnderWay,
        }),
      )
    },

    'POST /api/pushes/:id/told': async ({ params }, { principal }) => {
      const found = await findOwn(context, params.id, principal)
      if (!isUnderWay(found)) await store.write(({ approvals }) => approvals.change(found.id, { call: null }))
      return describePush(found)
    },

    'GET /api/remotes/:name': async ({ params: { name } }, { principal }) => {
      const { project } = await findWorkspace(context, principal.agent)
      const address = await remotes.address(project, name)
      const known = await remotes.known(project, name)
      return { name, address, branches: [...known].map(([ref, commit]) => ({ ref, commit })) }
    },
  }
}

/** A person agrees to exactly what they were shown, and says so again where it can't be taken back. */
function requireOwnWord({ sha256, highRisk }: AskPush, planned: PlannedPush, now: string): void {
  if (sha256 !== now)
    throw new CmuxError('CONFLICT', 'what was shown is not what would be pushed now', {
      hint: 'look at it again, and decide on what it says then',
    })
  if (planned.risk === 'high' && !highRisk)
    throw new CmuxError('NOT_CONFIRMED', `this needs a word of its own: ${planned.why}`, {
      hint: 'say --high-risk (`highRisk: true`) if it is meant',
    })
}

async function readRequest(context: Deps, body: AskPush, by: Principal): Promise<PushRequest> {
  const { remote } = body
  if (body.change !== undefined) {
    if (by.agent !== null)
      throw new CmuxError('FORBIDDEN', 'a person pushes a change', { hint: 'push your branch' })
    return readChange(context, body.change, body)
  }
  if (by.agent !== null && body.agent !== undefined && body.agent !== by.agent)
    throw new CmuxError('FORBIDDEN', `${by.agent} pushes its own work only`, { hint: 'leave `agent` out' })
  const name = by.agent ?? body.agent ?? null
  const { project, agent } = await findWorkspace(context, name)
  const branch = `refs/heads/agent/${agent}`
  const moves = body.moves ?? [{ from: branch, to: branch, force: body.force, expected: undefined }]
  const names = [...new Set(moves.flatMap(({ from }) => (from === null ? [] : [from])))]
  const taken =
    names.length === 0 ? new Map<string, string>() : await context.workspaces.take({ project, agent }, names)
  return {
    project,
    agent,
    remote,
    moves: moves.map(({ from, to, force, expected }) => ({
      commit: from === null ? null : (taken.get(from) ?? null),
      to,
      force,
      expected,
    })),
  }
}

/** What was merged goes to the main branch, up to that change; what was not goes to the change's own branch. */
async function readChange(
  { store, projects }: Deps,
  id: ChangeId,
  { remote, force }: AskPush,
): Promise<PushRequest> {
  const { state, project, adopted, head, branch, plain } = await findChange(store.read, id)
  if (plain) throw new CmuxError('CONFLICT', `${project} is a folder without git: it has no remote`)
  const found = await projects.get(project)
  const isMerged = state === 'good' && adopted !== null
  const to = isMerged ? found.mainBranch : branch
  const commit = isMerged ? adopted.to : head
  return {
    project: found,
    agent: null,
    remote,
    moves: [{ commit, to: `refs/heads/${to}`, force, expected: undefined }],
  }
}

async function findWorkspace({ agents, projects }: Deps, name: AgentName | null) {
  if (name === null) throw new CmuxError('USAGE', 'whose work is to be pushed? name an agent or a change')
  const { project, workspace } = await findAgent(agents.deps, name)
  if (project === null || workspace === null)
    throw new CmuxError(
      'CONFLICT',
      `${name} has no workspace in a project, so there is nothing of it to push`,
    )
  return { project: await projects.get(project), agent: name }
}

/** To an agent, what is not its own is not there. */
async function findOwn({ store }: Deps, id: ApprovalId, by: Principal): Promise<ApprovalRecord> {
  const found = await findApproval(store.read, id)
  if (found.kind !== 'push') throw new CmuxError('NOT_FOUND', `${id} is no push`)
  if (by.agent === null || found.requester === by.actor) return found
  throw new CmuxError('FORBIDDEN', `${id} is not ${by.agent}’s`, {
    hint: 'an agent sees its own pushes only',
  })
}

const STATES = {
  waiting: 'waiting',
  approved: 'approved',
  used: 'pushed',
  denied: 'denied',
  expired: 'expired',
  withdrawn: 'withdrawn',
} as const

function describePush(record: ApprovalRecord): Push {
  const { id, title, risk, why, content, sha256, state } = record
  const { project, remote, address } = readPushOrder(content)
  const isFailed = state === 'used' && !isPushed(record)
  const shown = isFailed ? ('failed' as const) : STATES[state]
  const note = isUnderWay(record) ? null : sayOutcome(record)
  return { id, state: shown, project, remote, address, title, risk, why, content, sha256, note }
}

function describePlan({ order, title, risk, why, content }: PlannedPush, sha256: string): Push {
  const { project, remote, address } = order
  return {
    id: null,
    state: 'planned',
    project,
    remote,
    address,
    title,
    risk,
    why,
    content,
    sha256,
    note: null,
  }
}

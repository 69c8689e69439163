// Approvals over HTTP. Agents see and take back their own; the route table keeps them from deciding.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerApproval } from '../../../core/approvals/answer-approval.ts'
import type { ApprovalRecord } from '../../../core/approvals/approval-record.ts'
import { describeApproval } from '../../../core/approvals/describe-approval.ts'
import { findApproval } from '../../../core/approvals/find-approval.ts'
import { requestApproval } from '../../../core/approvals/request-approval.ts'
import { readRulePlan } from '../../../core/approvals/read-rule-plan.ts'
import { takeBackApproval } from '../../../core/approvals/take-back-approval.ts'
import type { Principal } from '../../../core/access/principal.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { ApprovalId } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import { readDecisionWay } from '../read-decision-way.ts'
import type { Handlers } from '../register-routes.ts'
import { waitForApproval } from '../wait-for-approval.ts'

type Deps = Pick<
  Context,
  | 'agents'
  | 'checkPassphrase'
  | 'clock'
  | 'config'
  | 'entropy'
  | 'hashSecret'
  | 'passphrase'
  | 'proofs'
  | 'rules'
  | 'store'
  | 'waits'
>

type Keys = Extract<RouteKey, `${string} /api/approvals${string}`>

const ALREADY_THERE = 200

export function makeApprovalHandlers(context: Deps): Handlers<Keys> {
  const { store, config, agents, passphrase, checkPassphrase, proofs, rules: book } = context
  return {
    'GET /api/approvals': async ({ query }, { principal }) => {
      const own = principal.agent === null ? query : { ...query, agent: principal.agent }
      const items = await store.read.approvals.list(own)
      const next = items.length === query.limit ? String(items.at(-1)?.seq) : null
      const waiting = await store.read.approvals.countWaiting()
      return { items, next, waiting, needsPassphrase: await passphrase.isSet() }
    },

    'POST /api/approvals': async ({ body }, { principal, reply }) => {
      const waitMs = config.approvals.requestSec * 1000
      const { record, isNew } = await requestApproval(context, body, principal, waitMs)
      if (!isNew) reply.code(ALREADY_THERE)
      return describeApproval(record)
    },

    'GET /api/approvals/:id': async ({ params, query }, { principal, reply }) => {
      const found = await findOwn(context, params.id, principal)
      if (found.state !== 'waiting' || query.wait === 0) return describeApproval(found)
      return describeApproval(await waitFor(context, params.id, query.wait, reply))
    },

    'POST /api/approvals/:id/approve': async ({ params, body }, { principal, request }) => {
      await checkPassphrase(body.passphrase)
      // Where one is set, it has just been given, and proves the same.
      const asked = await findApproval(store.read, params.id)
      const { sha256, reason = null, always: scope } = body
      if (!(await passphrase.isSet())) {
        proofs.check(principal, { act: 'approve', risk: asked.risk })
        if (scope !== undefined) proofs.check(principal, { act: 'keep-rule', risk: asked.risk })
      }
      const keep = scope && { scope, plan: await readRulePlan({ store, ...book }, asked) }
      const answer = { verdict: 'approved', sha256, reason, ...readDecider(request, principal) } as const
      const record = await answerApproval(context.agents.deps, params.id, keep ? { ...answer, keep } : answer)
      agents.wake()
      const kept = scope === undefined ? [] : await store.read.keptRules.all()
      const rule = kept.find(({ approval }) => approval === params.id) ?? null
      return { ...describeApproval(record), rule }
    },

    'GET /api/approvals/:id/rule': async ({ params }) =>
      readRulePlan({ store, ...book }, await findApproval(store.read, params.id)),

    'POST /api/approvals/:id/deny': async ({ params, body }, { principal, request }) => {
      const { sha256 = null, reason = null } = body
      const answer = { verdict: 'denied', sha256, reason, ...readDecider(request, principal) } as const
      const record = await answerApproval(context.agents.deps, params.id, answer)
      agents.wake()
      return describeApproval(record)
    },

    'POST /api/approvals/:id/withdraw': async ({ params }, { principal }) => {
      await findOwn(context, params.id, principal)
      return describeApproval(await takeBackApproval(context, params.id, principal))
    },

    'PUT /api/approvals/passphrase': async ({ body }, { principal }) => {
      await checkPassphrase(body.current)
      await passphrase.set(body.passphrase)
      const isSet = body.passphrase !== null
      await store.write(async ({ events }) => {
        await events.append({ type: 'approvals.passphrase', actor: principal.actor, data: { isSet } })
      })
      return { isSet }
    },
  }
}

/** To an agent, what is not its own is not there. */
async function findOwn({ store }: Deps, id: ApprovalId, by: Principal): Promise<ApprovalRecord> {
  const found = await findApproval(store.read, id)
  if (by.agent === null || found.requester === by.actor) return found
  throw new CmuxError('FORBIDDEN', `${id} is not ${by.agent}’s`, {
    hint: 'an agent sees its own requests only',
  })
}

const waitFor = (context: Deps, id: ApprovalId, waitSec: number, reply: FastifyReply) =>
  waitForApproval(context, id, {
    reply,
    limitMs: waitSec * 1000,
    isWaiting: ({ state }) => state === 'waiting',
  })

const readDecider = (request: FastifyRequest, { actor }: Principal) => ({
  by: actor,
  via: readDecisionWay(request),
})

// Changes to code over HTTP.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findVisibility, narrowToVisible } from '../../../core/access/find-visibility.ts'
import { cancelChange } from '../../../core/improve/cancel-change.ts'
import { executeChange } from '../../../core/improve/execute-change.ts'
import { findChange } from '../../../core/improve/find-change.ts'
import { readMarks } from '../../../core/improve/risk/looks-like-cmux.ts'
import { planChange } from '../../../core/improve/plan-change.ts'
import { rollBackChange } from '../../../core/improve/roll-back-change.ts'
import { readChangeRules } from '../../../core/improve/risk/read-change-rules.ts'
import { describeNeed } from '../../../core/improve/review/describe-need.ts'
import { neededLeave } from '../../../core/improve/review/needed-leave.ts'
import { answerReview } from '../../../core/improve/review/answer-review.ts'
import type { Principal } from '../../../core/access/principal.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import type { RouteKey } from '../../../protocol/routes.ts'
import type { Context } from '../../context.ts'
import type { Handlers } from '../register-routes.ts'

type Deps = Pick<
  Context,
  | 'changes'
  | 'checkOutputs'
  | 'checkPassphrase'
  | 'improve'
  | 'passphrase'
  | 'projects'
  | 'proofs'
  | 'store'
  | 'webRoot'
>

type Keys = Extract<RouteKey, `${string} /api/improvements${string}`> | 'GET /api/guide'

export function makeChangeHandlers(context: Deps): Handlers<Keys> {
  const { store, passphrase, checkPassphrase, proofs, projects, improve, changes, checkOutputs } = context
  /** A person's word counts with the passphrase, where one is set; else what is of high risk needs a fresh proof. */
  const requireProof = async (id: ChangeId, by: Principal, said: string | undefined) => {
    if (by.agent !== null) return
    await checkPassphrase(said)
    if (await passphrase.isSet()) return
    proofs.check(by, { act: 'let-change-go', tier: (await findChange(store.read, id)).tier })
  }
  // Of the release that answers: a guide describes the code that it came with.
  const guide = join(dirname(context.webRoot), 'changing-code.md')
  return {
    'GET /api/guide': async () => ({ text: await readFile(guide, 'utf8') }),

    'GET /api/improvements': async ({ query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const asked = narrowToVisible(visibility, query)
      const items = asked ? await store.read.changes.list(asked) : []
      return { items, next: items.length === query.limit ? String(items.at(-1)?.seq) : null }
    },

    'POST /api/improvements': ({ body }, { principal }) => planChange(improve, body, principal),

    'GET /api/improvements/:id': async ({ params }, { principal }) => {
      const change = await findChange(store.read, params.id, await findVisibility(store.read, principal))
      const project = await projects.get(change.project)
      const checkpoint = await improve.ground.findCheckpoint(project, change.id)
      const agents = await store.read.agents.all()
      const marks = await readMarks(improve.ground, project, change.base)
      const { rules } = await readChangeRules(improve, project, marks)
      const needs = describeNeed(neededLeave(change, rules, agents))
      const patch = await improve.ground.patch(project, change.base, change.head)
      return { ...change, checkpoint, needs, ...patch }
    },

    'GET /api/improvements/:id/output': async ({ params, query }, { principal }) => {
      const visibility = await findVisibility(store.read, principal)
      const { state } = await findChange(store.read, params.id, visibility)
      const part = await checkOutputs.read(params.id, query.check, query.from)
      // What never began says nothing more, either.
      return state === 'checking' || part.text !== '' ? part : { ...part, done: true }
    },

    'POST /api/improvements/:id/execute': async ({ params, body }, { principal }) => {
      if (body.approve !== undefined) await requireProof(params.id, principal, body.passphrase)
      const change = await executeChange(improve, params.id, body.approve, principal)
      changes.wake()
      return change
    },

    'POST /api/improvements/:id/rollback': async ({ params }, { principal }) => {
      const change = await rollBackChange(improve, params.id, principal)
      changes.wake()
      return change
    },

    'POST /api/improvements/:id/cancel': async ({ params, body }, { principal }) => {
      const change = await cancelChange(improve, params.id, body.reason ?? null, principal)
      changes.drop(params.id)
      return change
    },

    'POST /api/improvements/:id/review': async ({ params, body }, { principal }) => {
      if (body.verdict === 'approve') await requireProof(params.id, principal, body.passphrase)
      const change = await answerReview(improve, params.id, body, principal)
      changes.wake()
      return change
    },
  }
}

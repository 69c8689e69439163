// Changes code the safe way: planned, checked, adopted; and says what became of it. One tool with actions, which are the rows below.
import { z } from 'zod'
import type { Client } from '../../client/make-client.ts'
import { Edit, Merging } from '../../protocol/changes/change.ts'
import { ChangeId, ProjectName } from '../../protocol/ids.ts'
import { makeId } from '../make-id.ts'
import { defineTool } from '../tool.ts'
import { describeChange, describePlan, listChanges } from './describe-change.ts'

const Input = z.strictObject({
  action: z.enum(['guide', 'plan', 'execute', 'status', 'cancel', 'review', 'list']),
  id: z
    .string()
    .optional()
    .describe(
      'of the change (default for execute, status and cancel: the newest of yours that is open); for plan you may choose one, so that asking again is harmless',
    ),
  project: ProjectName.optional().describe('leave it out for your own'),
  description: z.string().optional().describe('plan: what it is for, and how you know that it works'),
  changes: z
    .array(Edit.loose())
    .optional()
    .describe('plan: a file each, with its whole content or a unified patch'),
  branch: z
    .string()
    .optional()
    .describe('plan: instead of changes, a branch that has the work, such as agent/anna'),
  merging: Merging.optional().describe(
    'plan of a branch: each commit on top of the main branch (rebase, the default), one commit (squash), or a merge commit (merge)',
  ),
  targetFiles: z
    .array(z.string())
    .optional()
    .describe('plan: what you mean to touch; anything else is refused'),
  requiresRestart: z.boolean().optional().describe('plan: the running program has to be restarted for it'),
  skipTests: z.boolean().optional().describe('plan: skip the checks; a person has to approve that'),
  verdict: z.enum(['approve', 'refuse']).optional().describe('review: what you say to it'),
  sha256: z.string().optional().describe('review: the sha256 of what you have read; needed to approve'),
  reason: z.string().optional().describe('review or cancel: why'),
})
type Input = z.output<typeof Input>

export const selfImprove = defineTool({
  name: 'self_improve',
  description:
    'Change the code of the project, cmux itself included, so that it can’t end up broken. The guide explains the risks and the steps. First plan (from edits or from your branch): the answer has the risk of each file. Then execute: the checks run, a reviewer is asked if the risk needs one, and the main branch moves; when something fails, nothing is changed, and you are told why. You get a message when it is over.',
  audience: 'everyone',
  isReading: false,
  input: Input,
  call: (client, input) => ACTIONS[input.action](client, input),
})

type Action = (client: Client, input: Input) => Promise<string>

const ACTIONS: Readonly<Record<Input['action'], Action>> = {
  async guide(client) {
    return (await client.call('GET /api/guide')).text
  },
  async plan(client, input) {
    const { id = makeId('chg'), project, description, changes, branch } = input
    if (description === undefined) throw new Error('description: what is the change for?')
    const { merging, targetFiles, requiresRestart, skipTests } = input
    const what = {
      description,
      changes: changes?.map(withoutExtras),
      branch,
      merging,
      targetFiles,
      requiresRestart,
      skipTests,
    }
    const body = { id: ChangeId.parse(id), project, ...what }
    const planned = describePlan(await client.call('POST /api/improvements', { body }))
    return [planned, ...describeExtras(changes ?? [])].join('\n')
  },
  async execute(client, input) {
    const params = await meant(client, input)
    await client.call('POST /api/improvements/:id/execute', { params, body: {} })
    return waitForEnd(client, params.id)
  },
  async status(client, input) {
    return describeChange(
      await client.call('GET /api/improvements/:id', { params: await meant(client, input) }),
    )
  },
  async cancel(client, input) {
    const body = input.reason === undefined ? {} : { reason: input.reason }
    return describeChange(
      await client.call('POST /api/improvements/:id/cancel', { params: await meant(client, input), body }),
    )
  },
  async review(client, input) {
    const body = answerOf(input)
    return describeChange(
      await client.call('POST /api/improvements/:id/review', { params: idOf(input), body }),
    )
  },
  async list(client, { project }) {
    const query = { limit: LISTED, ...(project !== undefined && { project }) }
    return listChanges((await client.call('GET /api/improvements', { query })).items)
  },
}

const LISTED = 20

function idOf({ id }: Input): { id: ChangeId } {
  if (id === undefined) throw new Error('id: which change is to be reviewed?')
  return { id: ChangeId.parse(id) }
}

/** Without an id, the newest open change of the agent that asks. */
async function meant(client: Client, input: Input): Promise<{ id: ChangeId }> {
  if (input.id !== undefined) return idOf(input)
  const { agent } = await client.call('GET /api/me')
  const { items } = await client.call('GET /api/improvements', { query: { limit: SEARCHED } })
  const open = items.find(({ author, state }) => author === `agent:${agent?.name}` && !ENDS.has(state))
  if (!open) throw new Error('id: no change of yours is open; which one is meant? See action list')
  return { id: open.id }
}

const SEARCHED = 200
const ENDS: ReadonlySet<string> = new Set(['good', 'refused', 'rolled_back', 'canceled'])

type GivenEdit = NonNullable<Input['changes']>[number]
const EDIT_FIELDS: ReadonlySet<string> = new Set(Object.keys(Edit.shape))
const listExtras = (edit: GivenEdit) => Object.keys(edit).filter((name) => !EDIT_FIELDS.has(name))

function withoutExtras(edit: GivenEdit): Edit {
  const known = Object.entries(edit).filter(([name]) => EDIT_FIELDS.has(name))
  return Edit.parse(Object.fromEntries(known))
}

function describeExtras(edits: readonly GivenEdit[]): string[] {
  const names = [...new Set(edits.flatMap(listExtras))]
  return names.length === 0 ? [] : [`ignored, since no edit has such a field: ${names.join(', ')}`]
}

function answerOf({ verdict, sha256, reason }: Input) {
  if (verdict === 'approve' && sha256 !== undefined)
    return { verdict, sha256, ...(reason !== undefined && { reason }) }
  if (verdict === 'refuse' && reason !== undefined) return { verdict, reason }
  throw new Error('approve names the sha256 of what you have read, refuse says the reason')
}

/** Agents' programs give a tool a minute. */
const PATIENCE_MS = 40_000
const LOOK_EVERY_MS = 500
/** Nothing more happens for now, or not without somebody else. */
const RESTS: ReadonlySet<string> = new Set([...ENDS, 'reviewing'])

async function waitForEnd(client: Client, id: ChangeId): Promise<string> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const change = await client.call('GET /api/improvements/:id', { params: { id } })
    if (RESTS.has(change.state)) return describeChange(change)
    if (performance.now() >= end)
      return `${describeChange(change)}\nIt goes on: you get a message when it is over. Ask with action status.`
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, LOOK_EVERY_MS)
    await promise
  }
}

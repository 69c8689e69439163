// Changes to code: draft, list, show and cancel them.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { makeChangeId } from '../../../host/make-message-id.ts'
import { printable } from '../../../lib/printable.ts'
import type { Change, ChangeView } from '../../../protocol/changes/change.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describeChangeState, describeRisk } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId, ProjectName } from '../../../protocol/ids.ts'
import type { RouteRequest } from '../../../protocol/routes.ts'
import { connect } from '../../connect.ts'
import { countFiles } from '../../layout/count-files.ts'
import { describeOverlaps } from '../../layout/describe-overlaps.ts'
import { projectHere } from '../../project-here.ts'
import { readMerging } from '../../read-merging.ts'
import { layoutTable } from '../../layout/layout.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

type Plan = RouteRequest<'POST /api/improvements'>['body']

const LISTED_DEFAULT = 20
const FILES_SHOWN = 50

export const planChange: RunVerb = async (call) => {
  const client = connect(call.environment)
  const plan: Record<string, unknown> = {
    id: makeChangeId(Date.now()),
    ...(await projectHere(call, client)),
    ...(await readPlan(call)),
  }
  // What is not well-formed is refused by the server, in words that name it.
  const change = await client.call('POST /api/improvements', { body: plan as Plan })
  return { json: change, text: describe(change) }
}

async function readPlan(call: VerbCall): Promise<Record<string, unknown>> {
  const { args, options } = call
  const { branch, project, description } = options
  const given = {
    ...(project !== undefined && { project }),
    ...(description !== undefined && { description }),
    ...(options['hotfix'] === true && { kind: 'hotfix' }),
  }
  if (typeof branch === 'string')
    return { description: `Merge ${branch} into the main branch`, ...given, ...readMerging(call), branch }
  const [file] = args
  if (file === undefined)
    throw new CmuxError('BAD_REQUEST', 'a file of edits or --branch is missing', {
      hint: 'see `cmux improve plan --help`',
    })
  return {
    ...parsePlan(file === '-' ? await text(process.stdin) : await readPlanFile(file), file),
    ...given,
  }
}

async function readPlanFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw new CmuxError(
      'BAD_REQUEST',
      `${file} can't be read: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}

function parsePlan(content: string, file: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(content)) as Record<string, unknown>
  } catch (error) {
    throw new CmuxError('BAD_REQUEST', `${file} is not valid JSON: ${String(error)}`, { cause: error })
  }
}

export const listChanges: RunVerb = async ({ environment, options }) => {
  const { project, limit } = options
  const query = {
    ...(project !== undefined && { project: project as ProjectName }),
    limit: limit === undefined ? LISTED_DEFAULT : Number(limit),
  }
  const { items } = await connect(environment).call('GET /api/improvements', { query })
  const rows = items.map(({ id, project: name, state, tier, files, description }) => [
    id,
    name,
    state,
    tier,
    countFiles(files.length),
    description.split('\n')[0] ?? '',
  ])
  return { json: items, text: rows.length === 0 ? 'no changes yet' : layoutTable(rows) }
}

export const showChange: RunVerb = async (call) => {
  const change = await connect(call.environment).call('GET /api/improvements/:id', { params: idIn(call) })
  if (!call.json) for (const line of [...describe(change).split('\n'), ...before(change)]) say(line)
  const patch = change.patch.replace(/\n$/, '')
  return { json: change, text: process.stdout.isTTY ? printable(patch) : patch }
}

export const cancelChange: RunVerb = async (call) => {
  const { reason } = call.options
  const change = await connect(call.environment).call('POST /api/improvements/:id/cancel', {
    params: idIn(call),
    body: typeof reason === 'string' ? { reason } : {},
  })
  return { json: change, text: `${change.id} is ${describeChangeState(change.state)}` }
}

const idIn = ({ args }: VerbCall) => ({ id: (args[0] ?? '') as ChangeId })

function describe(change: Change): string {
  const { id, state, tier, files, description, sha256, overlaps, review, note } = change
  const shown = files.slice(0, FILES_SHOWN)
  const more = files.length > shown.length ? [`and ${files.length - shown.length} more`] : []
  return [
    printable(`${id} (${describeChangeState(state)}): ${description.split('\n')[0] ?? ''}`),
    `${countFiles(files.length)}, ${describeRisk(tier)}${MEANINGS[tier]}`,
    `sha256: ${sha256}`,
    ...(review === null ? [] : [printable(`waiting: ${note ?? ''}`), ...howToAnswer(change)]),
    ...describeOverlaps(overlaps).map(printable),
    layoutTable(shown.map((file) => [describeRisk(file.tier), file.status, file.path, file.why])),
    ...more,
  ].join('\n')
}

function before({ checkpoint }: ChangeView): string[] {
  if (checkpoint === null) return []
  const { tag, commit, backups } = checkpoint
  const copies = backups === null ? '' : `; copies of the files in ${backups}`
  return [`the main branch before this change: ${commit.slice(0, 12)} (tag ${tag})${copies}`]
}

function howToAnswer({ id, sha256, review }: Change): string[] {
  const ask = review?.approval
  if (ask) return [`answer with \`cmux approvals show ${ask}\``]
  return [`answer with \`cmux improve review ${id} --approve ${sha256}\`, or --refuse REASON`]
}

const MEANINGS: Readonly<Record<Change['tier'], string>> = {
  safe: '',
  care: ': another agent or a person reviews it',
  forbidden: ': only a person may approve it',
}

// Changes to code: plan them, look at them, call them off.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { makeChangeId } from '../../host/make-message-id.ts'
import { printable } from '../../lib/printable.ts'
import type { Change } from '../../protocol/change.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ChangeId, ProjectName } from '../../protocol/ids.ts'
import type { RouteRequest } from '../../protocol/routes.ts'
import { connect } from '../connect.ts'
import { layoutTable } from '../layout.ts'
import { say } from '../say.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

type Plan = RouteRequest<'POST /api/improvements'>['body']

const LISTED_DEFAULT = 20
const FILES_SHOWN = 50

export const planChange: RunVerb = async (call) => {
  const plan = { id: makeChangeId(Date.now()), ...(await readPlan(call)) }
  // What is not well-formed is refused by the server, in words that name it.
  const change = await connect(call.environment).call('POST /api/improvements', { body: plan as Plan })
  return { json: change, text: describe(change) }
}

async function readPlan({ args, options }: VerbCall): Promise<Record<string, unknown>> {
  const { branch, project, description } = options
  const given = {
    ...(project !== undefined && { project }),
    ...(description !== undefined && { description }),
    ...(options['hotfix'] === true && { kind: 'hotfix' }),
  }
  if (typeof branch === 'string') return { description: `what is on ${branch}`, ...given, branch }
  const [file] = args
  if (file === undefined)
    throw new CmuxError('BAD_REQUEST', 'what is to be changed?', {
      hint: 'name a file of edits, or --branch; see `cmux improve plan --help`',
    })
  return {
    ...parsePlan(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'), file),
    ...given,
  }
}

function parsePlan(content: string, file: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(content)) as Record<string, unknown>
  } catch (error) {
    throw new CmuxError('BAD_REQUEST', `${file} is no JSON: ${String(error)}`, { cause: error })
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
  if (!call.json) for (const line of describe(change).split('\n')) say(line)
  const patch = change.patch.replace(/\n$/, '')
  return { json: change, text: process.stdout.isTTY ? printable(patch) : patch }
}

export const cancelChange: RunVerb = async (call) => {
  const { reason } = call.options
  const change = await connect(call.environment).call('POST /api/improvements/:id/cancel', {
    params: idIn(call),
    body: typeof reason === 'string' ? { reason } : {},
  })
  return { json: change, text: `${change.id} is ${change.state}` }
}

const idIn = ({ args }: VerbCall) => ({ id: (args[0] ?? '') as ChangeId })

const countFiles = (count: number) => `${count} file${count === 1 ? '' : 's'}`

function describe({ id, state, tier, files, description, sha256 }: Change): string {
  const shown = files.slice(0, FILES_SHOWN)
  const more = files.length > shown.length ? [`and ${files.length - shown.length} more`] : []
  return [
    printable(`${id} is ${state}: ${description.split('\n')[0] ?? ''}`),
    `${countFiles(files.length)}, ${MEANINGS[tier]}`,
    `sum: ${sha256}`,
    layoutTable(shown.map((file) => [file.tier, file.status, file.path, file.why])),
    ...more,
  ].join('\n')
}

const MEANINGS: Readonly<Record<Change['tier'], string>> = {
  safe: 'all of them safe',
  care: 'some of them need care: another agent or a person looks at it',
  forbidden: 'some of them only a person may allow',
}

// A change on its way: begin it, wait for what becomes of it, take it back.
import type { Client } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import type { ChangeId } from '../../../protocol/ids.ts'
import { connect } from '../../connect.ts'
import { askPassphrase } from '../../ask-passphrase.ts'
import type { Outcome } from '../../outcome.ts'
import { retryWhileDown } from '../../retry-while-down.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb, VerbCall } from '../../verb.ts'

/** Long enough to be no burden, short enough that nobody notices. */
const LOOK_EVERY_MS = 250
const ENDS: readonly ChangeState[] = ['good', 'refused', 'rolled_back', 'canceled']

export const executeChange: RunVerb = (call) => execute(call, idIn(call).id)

export async function execute(call: VerbCall, id: ChangeId): Promise<Outcome> {
  const { approve } = call.options
  const client = connect(call.environment)
  const body = typeof approve === 'string' ? { approve, ...(await askPassphrase(client)) } : {}
  const begun = await client.call('POST /api/improvements/:id/execute', { params: { id }, body })
  if (call.options['wait'] === false)
    return { json: begun, text: `${begun.id} is ${describeChangeState(begun.state)}` }
  return report(await waitForEnd(call, id, ENDS))
}

export const changeStatus: RunVerb = async (call) => {
  const change = await connect(call.environment).call('GET /api/improvements/:id', { params: idIn(call) })
  return { json: change, text: describe(change) }
}

export const rollBackChange: RunVerb = async (call) => {
  const params = idIn(call)
  await connect(call.environment).call('POST /api/improvements/:id/rollback', { params })
  const change = await waitForEnd(call, params.id, ENDS)
  return {
    json: change,
    text: describe(change),
    ...(change.state !== 'rolled_back' && { exitCode: 1 as const }),
  }
}

const idIn = ({ args }: VerbCall) => ({ id: (args[0] ?? '') as ChangeId })

/** The server may be replaced meanwhile, by this very change for example. */
async function waitForEnd(call: VerbCall, id: ChangeId, ends: readonly ChangeState[]): Promise<Change> {
  const tell = process.stderr.isTTY && !call.json ? makeTeller() : () => undefined
  let said: string | null = null
  for (;;) {
    const look = (client: Client) => client.call('GET /api/improvements/:id', { params: { id } })
    const change = await retryWhileDown(() => look(connect(call.environment)))
    tell(change)
    if (ends.includes(change.state)) return change
    if (change.state === 'reviewing' && change.note !== said)
      say(printable(`${id} is in review: ${change.note ?? ''}`))
    said = change.note
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Says what is new since it was asked last: states, checks that begin and that end. */
function makeTeller(): (change: Change) => void {
  const said = new Set<string>()
  return ({ state, checks, running, rebases }) => {
    const lines = [
      ...checks.map(({ name, detail, tookMs }) => `${name} ${detail} (${seconds(tookMs)})`),
      ...(running ? [`${running.check} started at ${running.since.slice(11, 19)}`] : []),
      `${describeChangeState(state)}${rebases > 0 ? ` (rebased ${rebases} times: the main branch moved)` : ''}`,
    ]
    for (const line of lines.filter((text) => !said.has(text))) {
      said.add(line)
      say(printable(line))
    }
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

/** In the words that scripts rely on. */
function report(change: Change): Outcome {
  const isGood = change.state === 'good'
  const json = {
    success: isGood,
    taskId: change.id,
    changesApplied: isGood ? change.files.length : 0,
    validationPassed: change.checks.every(({ outcome, required }) => !required || outcome === 'passed'),
    needsRestart: isGood && change.requiresRestart,
    ...(!isGood && { error: change.note ?? change.state, rollbackPerformed: change.state === 'rolled_back' }),
  }
  return { json, text: describe(change), ...(!isGood && { exitCode: 1 as const }) }
}

function describe({ id, state, note, checks, leave, skipTests }: Change): string {
  const lines = [
    `${id}: ${describeChangeState(state)}${note === null ? '' : `: ${note}`}`,
    ...(leave === null ? [] : [`  approved by ${leave.by} at ${leave.at}`]),
    ...(skipTests ? ['  checks skipped, as requested'] : []),
    ...checks.map(({ name, detail, tookMs }) => `  ${name} ${detail} (${seconds(tookMs)})`),
    ...checks.filter(({ outcome }) => outcome !== 'passed').flatMap(({ tail }) => tail.trimEnd().split('\n')),
  ]
  return lines.map(printable).join('\n')
}

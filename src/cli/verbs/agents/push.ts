// Pushes an agent's branch, or what a change brought, to a remote: shown exactly, asked, and then done by cmux with the person's own git
// settings. An agent that calls it asks a person.
import { askYes } from '../../../host/terminal/ask-yes.ts'
import type { Client } from '../../../client/make-client.ts'
import { printable } from '../../../lib/printable.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { AgentName, ChangeId } from '../../../protocol/ids.ts'
import type { AskPush, Push } from '../../../protocol/changes/push.ts'
import { connect } from '../../connect.ts'
import { say } from '../../layout/say.ts'
import type { RunVerb } from '../../verb.ts'

const WAIT_SEC = 20

export const push: RunVerb = async ({ environment, args, options }) => {
  const client = connect(environment)
  const { agent } = await client.call('GET /api/me')
  const me = agent?.name ?? null
  const body = readRequest(args[0] ?? me ?? undefined, options)
  const planned = await client.call('POST /api/pushes', { body: { ...body, dryRun: me === null } })
  if (planned.state === 'pushed') return { json: planned, text: 'the remote has all of it' }
  if (me !== null)
    return { json: planned, text: printable(`a person is asked (${planned.id}): ${planned.title}`) }
  const shown = describe(planned)
  if (options['yes'] === true) say(shown)
  else if (!(await askYes(`${shown}\n`))) throw new CmuxError('NOT_CONFIRMED', 'nothing was pushed')
  const { sha256 } = planned
  const asked = await client.call('POST /api/pushes', { body: { ...body, dryRun: false, sha256 } })
  const done = await waitFor(client, asked)
  if (done.state !== 'pushed') throw new CmuxError('CONFLICT', done.note ?? done.state)
  return { json: done, text: printable(`pushed: ${done.title}`) }
}

function readRequest(what: string | undefined, options: Readonly<Record<string, unknown>>): AskPush {
  const { remote = 'origin', to, force, highRisk } = options
  const isChange = what?.startsWith('chg_') ?? false
  if (isChange && to !== undefined)
    throw new CmuxError('USAGE', 'a change goes to its own branch, or to the main branch once it is merged')
  const named = isChange ? { change: what as ChangeId } : { agent: what as AgentName }
  const target = `refs/heads/${String(to)}`
  const move = { from: `refs/heads/agent/${what}`, to: target, force: force === true }
  return {
    ...(what !== undefined && named),
    remote: String(remote),
    ...(to !== undefined && { moves: [move] }),
    force: force === true,
    highRisk: highRisk === true,
    dryRun: false,
  }
}

function describe({ title, risk, why, content }: Push): string {
  const { moves } = JSON.parse(content) as {
    readonly moves: readonly { readonly commits: readonly string[] }[]
  }
  const commits = moves.flatMap((move) => move.commits)
  return [title, `  risk ${risk}: ${why}`, ...commits.map((line) => `  ${line}`)].map(printable).join('\n')
}

async function waitFor(client: Client, asked: Push): Promise<Push> {
  const { id } = asked
  if (id === null) return asked
  let found = asked
  while (found.state === 'waiting' || found.state === 'approved')
    found = await client.call('GET /api/pushes/:id', { params: { id }, query: { wait: WAIT_SEC } })
  return found
}

// What agents ask a person for: look at it, and decide on exactly what was shown.
import { askSecrets } from '../../host/terminal/ask-secrets.ts'
import { askYes } from '../../host/terminal/ask-yes.ts'
import type { Client } from '../../client/make-client.ts'
import type { Approval } from '../../protocol/approvals/approval.ts'
import { printable } from '../../lib/printable.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { describeKept } from '../../protocol/approvals/describe-kept.ts'
import type { KeptRuleScope } from '../../protocol/approvals/kept-rule.ts'
import type { AgentName, ApprovalId, ProjectName } from '../../protocol/ids.ts'
import { askPassphrase } from '../ask-passphrase.ts'
import { connect } from '../connect.ts'
import { describeApproval } from '../layout/describe-approval.ts'
import { layoutDuration, layoutTable } from '../layout/layout.ts'
import type { RunVerb } from '../verb.ts'

export const listApprovals: RunVerb = async ({ environment, options }) => {
  const { all, agent, project } = options
  const query = {
    ...(all !== true && { state: 'waiting' }),
    ...(typeof agent === 'string' && { agent: agent as AgentName }),
    ...(typeof project === 'string' && { project: project as ProjectName }),
  }
  const { items } = await connect(environment).call('GET /api/approvals', { query })
  const nowMs = Date.now()
  const rows = items.map((each) => [
    each.id,
    each.state,
    each.risk,
    each.agent ?? each.requester,
    `${layoutDuration((nowMs - Date.parse(each.createdAt)) / 1000)} ago`,
    each.title,
  ])
  const table = layoutTable([['ID', 'STATE', 'RISK', 'FROM', 'ASKED', 'WHAT'], ...rows])
  return { json: items, text: items.length === 0 ? 'no requests waiting' : table }
}

export const showApproval: RunVerb = async ({ environment, args }) => {
  const request = await read(connect(environment), args[0])
  return { json: request, text: describeApproval(request) }
}

export const approve: RunVerb = async ({ environment, args, options }) => {
  const client = connect(environment)
  const always = await readScope(client, args[0], options)
  const sha256 =
    typeof options['sha256'] === 'string'
      ? options['sha256']
      : await agree(client, args[0], { ...options, says: always?.says })
  const params = { id: args[0] as ApprovalId }
  const body = {
    sha256,
    ...reasonOf(options),
    ...(always && { always: always.scope }),
    ...(await askPassphrase(client)),
  }
  const request = await client.call('POST /api/approvals/:id/approve', { params, body })
  const { rule } = request
  const kept = always && rule ? [always.says, `Remove the rule with \`cmux rules remove ${rule.id}\`.`] : []
  return { json: request, text: [`approved: ${request.title}`, ...kept].join('\n') }
}

export const deny: RunVerb = async ({ environment, args, options }) => {
  const { sha256 } = options
  const request = await connect(environment).call('POST /api/approvals/:id/deny', {
    params: { id: args[0] as ApprovalId },
    body: { ...(typeof sha256 === 'string' && { sha256 }), ...reasonOf(options) },
  })
  return { json: request, text: `denied: ${request.title}` }
}

export const setPassphrase: RunVerb = async ({ environment, args }) => {
  const [what] = args
  if (what !== 'set' && what !== 'remove')
    throw new CmuxError('USAGE', 'set or remove is required', {
      hint: 'for example: cmux approvals passphrase set',
    })
  const client = connect(environment)
  const { needsPassphrase } = await client.call('GET /api/approvals', { query: { limit: 1 } })
  const said = await askSecrets([
    ...(needsPassphrase ? ['the passphrase that is set now'] : []),
    ...(what === 'set' ? ['the new passphrase (8 characters or more)'] : []),
  ])
  const current = needsPassphrase ? { current: said[0] ?? '' } : {}
  const body = { passphrase: what === 'set' ? (said.at(-1) ?? '') : null, ...current }
  const { isSet } = await client.call('PUT /api/approvals/passphrase', { body })
  return {
    json: { isSet },
    text: isSet ? 'every approval needs the passphrase now' : 'no passphrase is needed',
  }
}

/** What is kept with the yes, shown before anything is decided. */
async function readScope(
  client: Client,
  id: string | undefined,
  { always }: Readonly<Record<string, unknown>>,
): Promise<{ readonly scope: KeptRuleScope; readonly says: string } | undefined> {
  if (always === undefined) return undefined
  if (always !== 'agent' && always !== 'project')
    throw new CmuxError('USAGE', 'say --always agent or --always project', {
      hint: 'without --always an approval covers one action',
    })
  const plan = await client.call('GET /api/approvals/:id/rule', { params: { id: id as ApprovalId } })
  if (plan.refusal !== null)
    throw new CmuxError('CONFLICT', `no rule can be added: ${printable(plan.refusal)}`, {
      hint: 'nothing was decided; without --always an approval covers one action',
    })
  const whose =
    always === 'agent' ? { agent: plan.agent, project: null } : { agent: null, project: plan.project }
  return {
    scope: always,
    says: `From now on, without asking: ${printable(describeKept({ ...plan, ...whose }))}`,
  }
}

function read(client: Client, id: string | undefined): Promise<Approval> {
  return client.call('GET /api/approvals/:id', { params: { id: id as ApprovalId }, query: {} })
}

/** The hash of what was shown, once the person has agreed to it. */
async function agree(
  client: Client,
  id: string | undefined,
  { says, ...options }: Readonly<Record<string, unknown>>,
): Promise<string> {
  const request = await read(client, id)
  if (
    options['yes'] !== true &&
    !(await askYes(`${[describeApproval(request), says].filter(Boolean).join('\n')}\n`))
  )
    throw new CmuxError('NOT_CONFIRMED', 'nothing was decided')
  return request.sha256
}

const reasonOf = ({ reason }: Readonly<Record<string, unknown>>) =>
  typeof reason === 'string' ? { reason } : {}

// The rules with a whole cmux: what they deny a demo agent does not do, what they ask about waits, and people see why.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ApprovalsPage } from '../../../src/protocol/approvals/approval.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { PolicyState } from '../../../src/protocol/policy.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const LONG = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'rules', { agents: { stopSec: 0.5, backOffSec: [0] } })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const policyFile = () => join(team.cmux.home, 'policy.json')
const state = async () => (await team.ask('GET', '/api/rules')).json as PolicyState
const waitingOf = async (agent: string) =>
  ((await team.ask('GET', `/api/approvals?agent=${agent}&state=waiting`)).json as ApprovalsPage).items

beforeEach(() => rmSync(policyFile(), { force: true }))

test('[O2] [P7] what is denied is not run, and the agent hears why', async () => {
  const out = join(team.cmux.home, 'stolen.txt')
  await team.spawn('anna', { task: `run cp ${join(team.cmux.home, 'tokens', 'owner')} ${out}` })
  const { data } = await team.told('tool.refused', { agent: 'anna', tool: 'Bash' })
  expect(JSON.stringify(data)).toContain('the files of cmux itself')
  await team.becomes('anna', 'idle')
  expect(existsSync(out)).toBe(false)
  expect(await waitingOf('anna')).toEqual([])
})

test('[O2] what is asked about waits for a person, and runs once they say yes', async () => {
  const { folder } = await team.spawn('bert', {
    task: 'run mkdir .claude',
  })
  const [request] = await vi.waitFor(async () => {
    const items = await waitingOf('bert')
    expect(items).toHaveLength(1)
    return items
  }, LONG)
  expect(existsSync(join(folder, '.claude'))).toBe(false)
  expect((await team.cmux.run('approvals', 'approve', String(request?.id), '--yes')).code).toBe(0)
  await vi.waitFor(() => expect(existsSync(join(folder, '.claude'))).toBe(true), LONG)
})

test('[O2] ordinary work is free, and nobody is asked', async () => {
  const { folder } = await team.spawn('carl', { task: 'run touch free.txt' })
  await vi.waitFor(() => expect(existsSync(join(folder, 'free.txt'))).toBe(true), LONG)
  expect(await waitingOf('carl')).toEqual([])
})

test('[O2] a rule holds from the moment that it is written, and the history tells of it', async () => {
  writeFileSync(
    policyFile(),
    JSON.stringify({ rules: [{ command: 'touch *', verdict: 'deny', why: 'not today' }] }),
  )
  const { sha256, rules } = await state()
  expect(rules).toMatchObject([{ tool: '*', command: 'touch *', verdict: 'deny' }])
  await team.told('policy.changed', { sha256, problem: null, rules: 1 })
  const { folder } = await team.spawn('dora', { task: 'run touch forbidden.txt' })
  await team.told('tool.refused', { agent: 'dora', tool: 'Bash' })
  await team.becomes('dora', 'idle')
  expect(existsSync(join(folder, 'forbidden.txt'))).toBe(false)
  const tested = await team.cmux.run('rules', 'test', '--', 'ls && touch a')
  expect(tested.stdout).toContain('denied (medium risk): touch a: not today')
  expect((await team.cmux.run('rules', 'list')).stdout).toContain('not today')
})

test('[O2] [P9] a policy that is broken asks for everything but reading, and everybody says so', async () => {
  writeFileSync(policyFile(), '{\n  "rules": [\n    { "verdict": "maybe" }\n  ]\n}\n')
  expect(await state()).toMatchObject({
    problem: expect.stringContaining('line 3: rules.0.verdict'),
    defaults: 'strict',
    selfReview: 'person',
  })
  const judge = async (command: string) =>
    (await team.ask('POST', '/api/rules/test', { tool: 'Bash', input: { command } })).json
  expect(await judge('ls')).toMatchObject({ verdict: 'allow' })
  expect(await judge('npm test')).toMatchObject({ verdict: 'ask' })
  const { items } = (await team.ask('GET', '/api/next')).json as Attention
  expect(items).toContainEqual(
    expect.objectContaining({ kind: 'policy', urgency: 'high', command: 'cmux rules list' }),
  )
  const doctor = await team.cmux.run('doctor')
  expect(doctor.stdout).toContain('policy.json line 3')
  expect((await team.cmux.run('rules', 'list')).code).toBe(1)
})

test('[L4] [P7] a yes can be kept as a rule, by a person who proves to be there and never by an agent', async () => {
  await team.spawn('emil', { task: 'run frobnicate --all' })
  const request = await vi.waitFor(async () => {
    const [item] = await waitingOf('emil')
    if (!item) throw new Error('emil has not asked yet')
    return item
  }, LONG)
  const approve = `/api/approvals/${request.id}/approve`
  const body = { sha256: request.sha256, always: 'agent' }
  const tokenOf = async (role: Record<string, string>) =>
    ((await team.ask('POST', '/api/tokens', { label: 'spare', ...role })).json as { secret: string }).secret
  const agent = await tokenOf({ role: 'agent', agent: 'emil' })
  const human = await tokenOf({ role: 'human' })
  expect(errorCode(await team.askAs(agent, { method: 'POST', path: approve, body }))).toBe('FORBIDDEN')
  expect(errorCode(await team.askAs(human, { method: 'POST', path: approve, body }))).toBe('PROOF_NEEDED')
  expect(await waitingOf('emil')).toHaveLength(1)

  const said = 'emil: frobnicate --all (exactly this, in the workspace)'
  const { stdout } = await team.cmux.run('approve', request.id, '--yes', '--always', 'agent')
  const [, id = ''] = /cmux rules remove (rul_\w+)/.exec(stdout) ?? []
  expect(stdout).toContain(`From now on, without asking: ${said}`)
  expect((await team.cmux.run('rules', 'list')).stdout).toContain(said)
  await team.told('rule.kept', { rule: id, agent: 'emil', approval: request.id })
  const tested = async () =>
    (await team.cmux.run('rules', 'test', '--agent', 'emil', '--', 'frobnicate --all')).stdout
  expect(await tested()).toContain(`allowed without asking (low risk)`)
  await team.becomes('emil', 'idle')
  await team.prompt('emil', 'run frobnicate --all')
  await vi.waitFor(async () => {
    const started = (await team.events('tool.started')).filter(({ data }) => data['agent'] === 'emil')
    expect(started).toHaveLength(2)
  }, LONG)
  expect((await team.events('approval.asked')).filter(({ data }) => data['agent'] === 'emil')).toHaveLength(1)

  const remove = { method: 'DELETE', path: `/api/rules/kept/${id}` }
  expect(errorCode(await team.askAs(agent, remove))).toBe('FORBIDDEN')
  expect((await team.cmux.run('rules', 'remove', id)).code).toBe(0)
  await team.told('rule.removed', { rule: id, agent: 'emil' })
  expect(await tested()).toContain('needs approval (medium risk)')
})

test('[P7] an agent can’t ask what the rules would say', async () => {
  const { json } = await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'anna', label: 'spare' })
  const token = (json as { secret: string }).secret
  const reply = await team.askAs(token, {
    method: 'POST',
    path: '/api/rules/test',
    body: { tool: 'Bash', input: {} },
  })
  expect([reply.status, errorCode(reply)]).toEqual([403, 'FORBIDDEN'])
})

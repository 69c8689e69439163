// Where people want to be asked, a supervisor's wish for another agent waits for one of them, and is carried out once.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'spawns', { agents: { spawnNeedsApproval: true } })
  await team.spawn('lead', { role: 'supervisor' })
  await team.becomes('lead', 'idle')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const wish = (name: string) => {
  const token = readFileSync(join(team.cmux.home, 'agents', 'lead', 'token'), 'utf8').trim()
  return team.askAs(token, {
    method: 'POST',
    path: '/api/agents',
    body: { name, runtime: 'demo', task: 'say hi' },
  })
}
const waiting = async () =>
  ((await team.ask('GET', '/api/approvals?state=waiting')).json as { items: Approval[] }).items
const decide = async (verdict: 'approve' | 'deny') => {
  const [asked] = await waiting()
  await team.ask('POST', `/api/approvals/${asked?.id}/${verdict}`, {
    sha256: asked?.sha256,
    reason: 'because',
  })
  return asked?.id ?? ''
}
const namesOf = async () => (await team.list()).map(({ name }) => name).toSorted()

test('[O1] [P7] it waits, once however often it is asked for, and a no ends it', async () => {
  for (const _ of [1, 2]) expect(errorCode(await wish('bert'))).toBe('APPROVAL_NEEDED')
  expect(await waiting()).toMatchObject([
    { kind: 'spawn', requester: 'agent:lead', title: 'start bert (worker, demo)' },
  ])
  await decide('deny')
  expect([await waiting(), await namesOf()]).toEqual([[], ['lead']])
})

test('[O1] a yes is carried out once, through kill -9 of the server, and the supervisor is told', async () => {
  await wish('carl')
  const { leader } = await team.cmux.family()
  const id = await decide('approve')
  process.kill(leader, 'SIGKILL')
  await team.becomes('carl', 'idle')
  await team.told('approval.used', { id })
  expect(await team.show('carl')).toMatchObject({ createdBy: 'agent:lead', generation: 1 })
  expect((await team.events('agent.spawned')).filter(({ data }) => data['agent'] === 'carl')).toHaveLength(1)
  expect((await team.message(`notice:spawn:${id}`)).to).toBe('lead')
})

test('[O1] what people ask for themselves waits for nobody', async () => {
  await team.spawn('dora')
  await team.becomes('dora', 'idle')
  expect(await namesOf()).toContain('dora')
})

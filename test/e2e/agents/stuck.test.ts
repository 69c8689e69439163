// Agents that stand still, with real processes: what is done counts, and not what their screens show.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const WORKER = { nudgeSec: 2, interruptSec: 4, restartSec: 6, toolSec: 2, repeats: 30 }

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'stuck', {
    agents: { worker: WORKER, stopSec: 0.5, backOffSec: [0] },
    environment: { CMUX_DEMO_RUN: 'node' },
  })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const stepsOf = async (agent: string) =>
  (await team.events('agent.unmoved'))
    .filter(({ data }) => data['agent'] === agent)
    .map(({ data }) => `${String(data['fault'])}: ${String(data['rung'])}`)

const hasEnded = ({ says }: { readonly says: string }) => says === 'ended its turn'

test('[L2] a worker whose spinner turns and that does nothing is looked at, nudged and interrupted, and told to go on', async () => {
  await team.spawn('anna', { task: 'spin' })
  await team.becomes('anna', 'working')
  await team.told('agent.unmoved', { agent: 'anna', fault: 'frozen', rung: 'interrupt' })
  expect(await stepsOf('anna')).toEqual(['frozen: look', 'frozen: nudge', 'frozen: interrupt'])
  const { pid } = await team.becomes('anna', 'idle', { generation: 1 })
  await team.told('message.accepted', { to: 'anna', subject: 'go on where you were' })
  expect(await team.show('anna')).toMatchObject({ pid })
})

test('[L2] one that no interrupt helps is restarted with its conversation, and the next time a person is told', async () => {
  await team.spawn('bert', { task: 'say my task\nhang' })
  const { conversation } = await team.becomes('bert', 'working')
  await team.told('agent.unmoved', { agent: 'bert', rung: 'restart' })
  await team.becomes('bert', 'idle', { generation: 2, conversation })
  await team.prompt('bert', 'hang')
  await team.told('agent.needs_person', { agent: 'bert', why: 'bert is frozen again after a restart' })
  expect((await team.cmux.run('next')).stdout).toContain('bert makes no progress')
})

test('[L2] a long silent tool is left alone while its processes are busy, and found when they sleep', async () => {
  const busy = 'const end = Date.now() + 12000; while (Date.now() < end);'
  await Promise.all([
    team.spawn('cora', { task: `write busy.mjs ${busy}\nrun node busy.mjs\nsay built` }),
    team.spawn('dora', { task: 'run sleep 50' }),
  ])
  await team.told('agent.unmoved', { agent: 'dora', rung: 'interrupt' })
  await team.until('cora', ({ status, evidence }) => status === 'idle' && evidence.some(hasEnded))
  expect(await stepsOf('cora')).toEqual([])
})

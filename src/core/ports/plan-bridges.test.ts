import { expect, test } from 'vitest'
import type { AgentId, AgentName, ProjectName } from '../../protocol/ids.ts'
import type { AgentPort } from '../../protocol/agents/port.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { planBridges } from './plan-bridges.ts'

const ADA = {
  id: 'agt_ada' as AgentId,
  name: 'ada' as AgentName,
  project: 'shop' as ProjectName,
  pid: 7,
  generation: 2,
  confinement: { confined: true, why: null, network: 'own' },
  status: 'working',
} as const

const row = (more: Partial<AgentPort>): AgentPort => ({
  agent: ADA.name,
  project: ADA.project,
  direction: 'to-host',
  address: 'localhost',
  port: 5432,
  state: 'open',
  scope: 'agent',
  generation: 2,
  hostPort: null,
  since: timestampFromMs(0),
  by: 'owner',
  ...more,
})

const other = { agent: 'ben' as AgentName }

test.each<[what: string, row: AgentPort, isBridged: boolean]>([
  ['for this agent', row({}), true],
  ['for another agent', row(other), false],
  ['for its project, by another agent', row({ ...other, scope: 'project' }), true],
  ['for another project', row({ scope: 'project', project: 'mill' as ProjectName }), false],
  ['for another project’s agent without one', row({ ...other, scope: 'project', project: null }), false],
  ['for this run', row({ scope: 'run' }), true],
  ['for the run before', row({ scope: 'run', generation: 1 }), false],
  ['for this agent in an earlier run', row({ generation: 1 }), true],
  ['that is only wanted', row({ state: 'wanted', scope: null }), false],
  ['that was closed', row({ state: 'closed' }), false],
])('[S8] a port of this machine %s', (_, port, isBridged) => {
  const toHost = isBridged ? [{ address: 'localhost', port: 5432 }] : []
  expect(planBridges([ADA], [port])).toEqual([{ key: ADA.id, pid: 7, toHost, toAgent: [] }])
})

test('[S8] a server of an agent is open to people where it has a port', () => {
  const server = row({ direction: 'to-agent', port: 3000, hostPort: 40_000 })
  const toAgent = [{ port: 3000, hostPort: 40_000 }]
  expect(planBridges([ADA], [server])).toEqual([{ key: ADA.id, pid: 7, toHost: [], toAgent }])
  const nowhere = row({ direction: 'to-agent', port: 3000 })
  expect(planBridges([ADA], [nowhere])).toMatchObject([{ toHost: [], toAgent: [] }])
})

test.each([
  ['that has no process', { pid: null }],
  ['that has stopped', { status: 'stopped' as const }],
  ['that is dead', { status: 'dead' as const }],
  ['on the host’s network', { confinement: { confined: true, why: null, network: 'host' as const } }],
  ['without a network', { confinement: { confined: true, why: null, network: 'none' as const } }],
  ['of an older release', { confinement: { confined: true, why: null } }],
  ['that was never started', { confinement: null }],
])('[S8] nothing is bridged to an agent %s', (_, change) => {
  expect(planBridges([{ ...ADA, ...change }], [row({})])).toEqual([])
})

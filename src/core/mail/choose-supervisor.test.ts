import { describe, expect, test } from 'vitest'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { AgentId, AgentName, ProjectName } from '../../protocol/ids.ts'
import { chooseAnySupervisor, chooseSupervisor } from './choose-supervisor.ts'

type Candidate = Parameters<typeof chooseSupervisor>[0][number]

const agent = (name: string, project: string | null, change: Partial<AgentRecord> = {}): Candidate => ({
  id: `agt_${name}` as AgentId,
  name: name as AgentName,
  role: 'supervisor' as AgentRecord['role'],
  desired: 'running',
  runtime: 'claude',
  project: project as ProjectName | null,
  ...change,
})

const WORKER = { role: 'worker' as AgentRecord['role'] }
const SHOP = agent('shop-boss', 'shop')
const BANK = agent('bank-boss', 'bank')
const FREE = agent('boss', null)
const ANNA = agent('anna', 'shop', WORKER)
const OTTO = agent('otto', null, WORKER)

describe('who is told', () => {
  test.each([
    ['a project: its supervisor', [FREE, BANK, SHOP], null, 'shop', 'shop-boss'],
    ['a project without one: one that has no project', [BANK, FREE], null, 'shop', 'boss'],
    ['a project, and only another project has one: nobody', [BANK], null, 'shop', undefined],
    ['no project: one that has none', [BANK, SHOP, FREE], null, null, 'boss'],
    ['no project, and there are only those of projects: nobody', [BANK, SHOP], null, null, undefined],
    ['an agent: its project’s supervisor', [BANK, SHOP, ANNA], ANNA.id, undefined, 'shop-boss'],
    ['an agent without a project', [SHOP, OTTO], OTTO.id, undefined, undefined],
    ['a supervisor itself: not that one', [SHOP, FREE], SHOP.id, undefined, 'boss'],
    ['one that is stopped', [agent('shop-boss', 'shop', { desired: 'stopped' })], null, 'shop', undefined],
    ['a plain program', [agent('shop-boss', 'shop', { runtime: 'shell' })], null, 'shop', undefined],
  ] as const)('[L8] %s', (_, agents, about, project, name) => {
    expect(chooseSupervisor(agents, about, project as ProjectName | null | undefined)).toBe(name)
  })

  test.each([
    ['the only one, whatever its project is', [SHOP, ANNA], 'shop-boss'],
    ['of several the one without a project', [SHOP, FREE], 'boss'],
    ['nobody, if any of them could be meant', [SHOP, BANK], undefined],
  ] as const)('[M7] of what names no project: %s', (_, agents, name) => {
    expect(chooseAnySupervisor(agents)).toBe(name)
  })
})

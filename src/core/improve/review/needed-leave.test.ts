import { expect, test } from 'vitest'
import { makeAgent } from '../../../../test/fixtures/make-agent.ts'
import { RoleName } from '../../../protocol/agents/agent.ts'
import type { Leave, Tier } from '../../../protocol/changes/change.ts'
import { AgentName, ProjectName } from '../../../protocol/ids.ts'
import { ProjectFile } from '../../../protocol/project-file.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { neededLeave } from './needed-leave.ts'

const at = timestampFromMs(0)
const shop = ProjectName.parse('shop')
const agent = (name: string, more: Partial<AgentRecord> = {}) => makeAgent(name, { project: shop, ...more })
const role = (name: string) => ({ role: RoleName.parse(name) })
const TEAM = [agent('anna'), agent('ben')]

interface Case {
  readonly tier: Tier
  readonly skipTests?: boolean
  readonly by?: 'person'
  readonly from?: string
  readonly leave?: Partial<Leave>
  readonly review?: { readonly safe?: string; readonly care?: string }
  readonly problem?: string | null
  readonly agents?: readonly AgentRecord[]
}

/** Of anna if nobody else is named, and its sum is `sum`. */
function decide({
  tier,
  skipTests = false,
  by,
  from,
  leave,
  review,
  problem = null,
  agents = TEAM,
}: Case): string {
  const given: Leave | null = leave ? { sha256: 'sum', by: 'owner', at, via: 'review', ...leave } : null
  const facts = {
    project: shop,
    tier,
    skipTests,
    agent: by === 'person' ? null : AgentName.parse('anna'),
    from: from ?? null,
    sha256: 'sum',
  }
  const rules = { file: review ? ProjectFile.parse({ review }) : null, problem }
  const needed = neededLeave({ ...facts, leave: given }, rules, agents)
  return needed.kind === 'agent' ? needed.agent : needed.kind
}

test.each<[name: string, given: Case, expected: string]>([
  ['safe needs nobody', { tier: 'safe' }, 'none'],
  ['care needs another agent', { tier: 'care' }, 'ben'],
  ['forbidden needs a person', { tier: 'forbidden' }, 'human'],
  ['care without another agent needs a person', { tier: 'care', agents: [agent('anna')] }, 'human'],
  ['an agent of another project is none', { tier: 'care', agents: [makeAgent('carl')] }, 'human'],
  [
    'nor is one that is paused',
    {
      tier: 'care',
      agents: [agent('ben', { paused: { since: at, by: 'owner', why: null, cutsTurn: false } })],
    },
    'human',
  ],
  ['nor one that is stopped', { tier: 'care', agents: [agent('ben', { desired: 'stopped' })] }, 'human'],
  ['nor one that is dead', { tier: 'care', agents: [agent('ben', { status: 'dead' })] }, 'human'],
  ['nor a plain program', { tier: 'care', agents: [agent('ben', { runtime: 'shell' })] }, 'human'],
  ['nor whose branch it is', { tier: 'care', from: 'agent/ben' }, 'human'],
  [
    'a supervisor comes before a worker',
    { tier: 'care', agents: [...TEAM, agent('boss', role('supervisor'))] },
    'boss',
  ],
  [
    'a reviewer comes first',
    { tier: 'care', agents: [agent('boss', role('supervisor')), agent('rita', role('reviewer'))] },
    'rita',
  ],
  ['a project may want an agent for all', { tier: 'safe', review: { safe: 'agent' } }, 'ben'],
  ['or a person', { tier: 'care', review: { care: 'human' } }, 'human'],
  ['or nobody', { tier: 'care', review: { care: 'none' } }, 'none'],
  [
    'but never nobody for what is forbidden',
    { tier: 'forbidden', review: { safe: 'none', care: 'none' } },
    'human',
  ],
  ['a person may skip the checks of what is safe', { tier: 'safe', skipTests: true, by: 'person' }, 'none'],
  ['an agent only if a person says so', { tier: 'safe', skipTests: true }, 'human'],
  ['care may if a person says so', { tier: 'care', skipTests: true, review: { care: 'none' } }, 'human'],
  ['rules that can’t be read allow nothing', { tier: 'safe', problem: 'no JSON' }, 'human'],
  ['a leave is enough', { tier: 'forbidden', leave: {} }, 'none'],
  ['for exactly this content', { tier: 'forbidden', leave: { sha256: 'other' } }, 'human'],
  ['an agent’s leave is enough for care', { tier: 'care', leave: { by: 'agent:ben' }, agents: [] }, 'none'],
  ['and not for what is forbidden', { tier: 'forbidden', leave: { by: 'agent:ben' } }, 'human'],
])('[I11] [P7] %s', (_, given, expected) => {
  expect(decide(given)).toBe(expected)
})

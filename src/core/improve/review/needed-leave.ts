// Whether a change may go on as it is, or who has to look at it first. Pure.
import type { Change } from '../../../protocol/changes/change.ts'
import type { AgentName } from '../../../protocol/ids.ts'
import type { ProjectRules } from '../../../protocol/projects/project.ts'
import { chooseReviewer, type Candidate } from './choose-reviewer.ts'

export type NeededLeave =
  | { readonly kind: 'none' }
  | { readonly kind: 'agent'; readonly agent: AgentName }
  | { readonly kind: 'human'; readonly why: string }

type Facts = Pick<Change, 'project' | 'tier' | 'skipTests' | 'agent' | 'from' | 'sha256' | 'leave'>
type Rules = Pick<ProjectRules, 'file' | 'problem'>

interface Wanted {
  readonly level: NeededLeave['kind']
  readonly why: string
}

interface Row {
  readonly holds: (facts: Facts, rules: Rules) => boolean
  readonly level: (facts: Facts, rules: Rules) => NeededLeave['kind']
  readonly why: string
}

const byProject = ({ tier }: Facts, { file }: Rules): NeededLeave['kind'] =>
  tier === 'safe' ? (file?.review?.safe ?? 'none') : (file?.review?.care ?? 'agent')

/** The first that holds decides. */
const ROWS: readonly Row[] = [
  {
    holds: ({ tier }) => tier === 'forbidden',
    level: () => 'human',
    why: 'the change is of high risk, and only a person may approve it',
  },
  {
    holds: ({ tier, skipTests }) => skipTests && tier !== 'safe',
    level: () => 'human',
    why: 'the change is of medium risk and skips its checks',
  },
  {
    // Nothing else would have looked at it.
    holds: ({ agent, skipTests }) => skipTests && agent !== null,
    level: () => 'human',
    why: 'an agent asked to skip the checks',
  },
  {
    // A file that can't be read names no checks either.
    holds: (_, { problem }) => problem !== null,
    level: () => 'human',
    why: 'the rules on the main branch can’t be read',
  },
  { holds: () => true, level: byProject, why: 'the project requires review by a person' },
]

export function neededLeave(facts: Facts, rules: Rules, agents: readonly Candidate[]): NeededLeave {
  const { level, why } = findWanted(facts, rules)
  if (level === 'none' || isEnough(facts, level)) return { kind: 'none' }
  if (level === 'human') return { kind: 'human', why }
  const agent = chooseReviewer(facts, agents)
  return agent === undefined
    ? { kind: 'human', why: 'the change is of medium risk, and no other agent is available to review it' }
    : { kind: 'agent', agent }
}

function findWanted(facts: Facts, rules: Rules): Wanted {
  const row = ROWS.find(({ holds }) => holds(facts, rules))
  return { level: row?.level(facts, rules) ?? 'human', why: row?.why ?? '' }
}

/** It holds for exactly this content; and what is for a person, no agent has let through. */
function isEnough({ leave, sha256 }: Facts, level: NeededLeave['kind']): boolean {
  if (leave?.sha256 !== sha256) return false
  return level === 'agent' || !leave.by.startsWith('agent:')
}

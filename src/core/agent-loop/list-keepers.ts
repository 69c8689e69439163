// What is done for each agent that runs, at each look and in this order. A keeper is one small thing with its own dependencies.
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentId } from '../../protocol/ids.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { AgentSight } from '../agents/agent-sight.ts'
import { isPlain } from '../agents/is-plain.ts'
import { watchDialog } from '../approvals/gate/watch-dialog.ts'
import { askLate, isLate } from '../continuity/compaction/ask-to-save.ts'
import { takeUpCutTurn } from '../continuity/take-up-cut-turn.ts'
import { tendCompaction } from '../continuity/compaction/tend-compaction.ts'
import { makeInterruptKeeper } from '../turns/interrupt-keeper.ts'
import { makePauseKeeper } from '../turns/pause-keeper.ts'
import { makeFolderTrust } from './folder-trust.ts'
import { makeSupervision } from './supervision.ts'

type Deps = Pick<
  AgentDeps,
  | 'clock'
  | 'confine'
  | 'confinement'
  | 'continuity'
  | 'environment'
  | 'movement'
  | 'onError'
  | 'processes'
  | 'runtimes'
  | 'store'
  | 'terminals'
>

export interface Keeper {
  readonly name: string
  /** Agents of which it keeps nothing to itself: every one, unless it says which. */
  readonly concerns?: (record: AgentRecord) => boolean
  tend(sight: AgentSight): Promise<void>
  /** The agent is paused: what was seen of it before says nothing of what it does after. */
  forget?(agent: AgentId): void
  /** The wall clock went ahead of the monotonic one by so much. */
  replan?(partedMs: number): void
}

export function listKeepers(deps: Deps): readonly Keeper[] {
  const supervision = makeSupervision(deps)
  const pauses = makePauseKeeper(deps)
  const interrupts = makeInterruptKeeper(deps)
  return [
    { name: 'pause', concerns: isPaused, tend: pauses.hold },
    { name: 'dialog', concerns: isAsking, tend: (sight) => watchDialog(deps, sight) },
    { ...supervision, name: 'supervision', concerns: shouldMove, tend: supervision.watch },
    { name: 'interrupt', tend: interrupts.settle },
    { name: 'folder trust', tend: makeFolderTrust(deps) },
    { name: 'compaction', concerns: isCompacting, tend: (sight) => tendCompaction(deps, sight) },
    {
      name: 'late save',
      concerns: (record) => !isCompacting(record) && isLate(deps, record),
      tend: ({ record }) => askLate(deps, record),
    },
    {
      name: 'cut turn',
      concerns: ({ cutAt }) => cutAt !== null,
      tend: ({ record }) => takeUpCutTurn(deps, record),
    },
  ]
}

const isPaused = ({ paused }: AgentRecord) => paused !== null
const isAsking = (record: AgentRecord) => !isPaused(record) && record.approval !== null
const isCompacting = ({ compaction }: AgentRecord) => compaction !== null

/** An agent that waits for a person stands still for a good reason, and of a plain program nobody knows what it does. */
const shouldMove = (record: AgentRecord) => !isPaused(record) && !isAsking(record) && !isPlain(record)

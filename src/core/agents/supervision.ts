// The supervisor's heartbeat (H9): found silent, frozen or looping, it is nudged, interrupted, restarted with its
// conversation; and when even that does not help, a person is told.
import type { AgentId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentDeps } from './agent-deps.ts'
import type { AgentSight } from './agent-sight.ts'
import { tryToKeepState } from '../continuity/try-to-keep-state.ts'
import { pressInterrupt } from './interrupt-agent.ts'
import { judgeMovement, type Movement, type Rung } from './judge-movement.ts'

export interface Supervision {
  watch(sight: AgentSight): Promise<void>
  /** It is paused: what was seen of it before says nothing of how it moves after. */
  forget(agent: AgentId): void
}

interface Case {
  generation: number
  rung: Rung
  /** When that was done. */
  atMs: number
  /** Since when it has something to do. */
  dueMs: number | null
  /** Restarts for this reason in a row. */
  restarts: number
}

const ORDER: readonly Rung[] = ['none', 'nudge', 'interrupt', 'restart']
/** A second one that does not help is a person's turn. */
const RESTARTS_MAX = 1

export function makeSupervision(deps: AgentDeps): Supervision {
  const cases = new Map<AgentId, Case>()
  return {
    forget: (agent) => void cases.delete(agent),
    async watch(sight) {
      const { record } = sight
      const nowMs = deps.clock.nowMs()
      const known = cases.get(record.id) ?? { generation: 0, rung: 'none', atMs: 0, dueMs: null, restarts: 0 }
      cases.set(record.id, known)
      if (known.generation !== record.generation)
        Object.assign(known, { generation: record.generation, rung: 'none', dueMs: null })
      const isDue =
        record.status === 'working' || (record.status === 'idle' && (await hasMail(deps, record.id)))
      known.dueMs = isDue ? (known.dueMs ?? nowMs) : null
      const verdict = judgeMovement(movementOf(sight, known), deps.movement, nowMs)
      if (verdict.fault === null) {
        // Idle is what it is after every start; a turn that ended is what shows that the restart has helped.
        if (record.turn?.says.startsWith('ended its turn')) known.restarts = 0
        known.rung = 'none'
        return
      }
      if (ORDER.indexOf(verdict.rung) <= ORDER.indexOf(known.rung)) return
      Object.assign(known, { rung: verdict.rung, atMs: nowMs })
      await climb(deps, sight, { ...verdict, fault: verdict.fault, known })
    },
  }
}

async function hasMail({ store }: AgentDeps, agent: AgentId): Promise<boolean> {
  return (await store.read.messages.unsettled(agent)).length > 0
}

function movementOf({ record, lastOutputMs }: AgentSight, { dueMs, rung, atMs }: Case): Movement {
  const toldMs = record.turn ? Date.parse(record.turn.at) : 0
  const isUsingTool = record.turn?.turn === 'working' && record.turn.says.startsWith('uses ')
  return {
    isDue: dueMs !== null,
    lastMoveMs: Math.max(toldMs, lastOutputMs ?? 0, dueMs ?? 0),
    toolSinceMs: isUsingTool ? toldMs : null,
    repeats: record.turn?.repeats ?? 0,
    isTurnOpen: record.status === 'working',
    done: { rung, atMs },
  }
}

interface Step {
  readonly rung: Rung
  readonly fault: string
  readonly stillMs: number
  readonly known: Case
}

async function climb(
  deps: AgentDeps,
  sight: AgentSight,
  { rung, fault, stillMs, known }: Step,
): Promise<void> {
  const { record, pane } = sight
  const { store, clock, terminals } = deps
  const at = timestampFromMs(clock.nowMs())
  const isLast = rung === 'restart' && known.restarts >= RESTARTS_MAX
  if (rung === 'restart' && !isLast) await tryToKeepState(deps, record, 'restart')
  await store.write(async ({ agents, events }) => {
    const data = { agent: record.name, generation: record.generation, fault, rung: isLast ? 'person' : rung }
    await events.append({
      type: 'agent.unmoved',
      actor: 'system',
      data: { ...data, stillSec: Math.round(stillMs / 1000), evidence: [...record.evidence] },
    })
    if (isLast) {
      const why = `${record.name} is ${fault} again after a restart`
      const hint = `cmux agent attach ${record.name}`
      await events.append({
        type: 'agent.needs_person',
        actor: 'system',
        data: { agent: record.name, why, hint },
      })
    } else if (rung === 'restart')
      await agents.change(record.id, { ending: { why: 'restart', fresh: false, askedAt: at } })
  })
  if (rung === 'nudge' && mayNudge(sight)) await terminals.press(pane.id, ['Enter'])
  if (rung === 'interrupt') await pressInterrupt(deps, record.runtime, pane.id)
  if (rung === 'restart') known.restarts += 1
}

/** Enter would answer a dialog, and send off what somebody has half typed. */
function mayNudge({ screen, pane }: AgentSight): boolean {
  const reading = screen?.reading
  if (pane.inCopyMode || reading?.kind === 'dialog') return false
  return reading?.kind !== 'ready' || reading.draft === ''
}

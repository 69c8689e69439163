// What is known of an agent's process, from the panes that were seen and the processes that live.
import type { Pane, PaneSight } from '../terminals/terminals.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Processes } from '../agents/processes.ts'
import type { ProcessSight } from '../agents/judge-agent.ts'

type Known = Pick<AgentRecord, 'id' | 'generation' | 'pane' | 'pid' | 'startedAt'>

/** What was seen of panes, by whose they are: who looks for each agent's own goes through all of them once, not once each. */
export type SortedSight =
  | { readonly kind: 'seen'; readonly paneOf: (record: Known) => Pane | undefined }
  | Extract<PaneSight, { kind: 'unknown' }>

export function sortSight(sight: PaneSight): SortedSight {
  if (sight.kind === 'unknown') return sight
  const owned = Map.groupBy(sight.panes, ({ owner }) => owner?.agent)
  return { kind: 'seen', paneOf: (record) => findPane(record, owned.get(record.id) ?? []) }
}

/** Its youngest. A database that came from a backup may know of an older generation than what runs (A3). */
export function findPane(record: Known, panes: readonly Pane[]): Pane | undefined {
  let youngest: Pane | undefined
  let generation = record.generation
  for (const pane of panes) {
    if (pane.owner?.agent !== record.id || pane.owner.generation < generation) continue
    if (youngest && pane.owner.generation === generation) continue
    youngest = pane
    generation = pane.owner.generation
  }
  return youngest
}

export type ProcessEyes = Pick<Processes, 'isAlive' | 'hasTerminal'>

/** The process itself is looked at only when its pane is missing: two proofs before it is called gone. */
export function observeProcess(record: Known, sight: SortedSight, eyes: ProcessEyes): ProcessSight {
  if (sight.kind === 'unknown') return sight
  const pane = sight.paneOf(record)
  if (pane) return pane.end ? { kind: 'dead', ...pane.end } : { kind: 'alive', pid: pane.pid }
  if (record.pane === null) return { kind: 'not yet' }
  const { pid } = record
  if (pid === null || !eyes.isAlive(pid, record.startedAt)) return { kind: 'gone' }
  if (!eyes.hasTerminal(pid)) return { kind: 'stranded', pid }
  return { kind: 'unknown', reason: `its pane is gone, but process ${pid} lives` }
}

// Where people want to be asked, a supervisor's wish for another agent is a request first. A yes is carried out by whoever leads.
import { SpawnAgent } from '../../protocol/agents/agent.ts'
import type { HashSecret } from '../access/hash-secret.ts'
import type { Principal } from '../access/principal.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import { askInName } from '../approvals/ask-in-name.ts'
import type { Clock } from '../clock.ts'
import type { Entropy } from '../entropy.ts'
import type { Store } from '../store.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
  readonly entropy: Entropy
  readonly hashSecret: HashSecret
}

/** The same wish again is the same request, as long as it waits. */
export function askSpawn(
  deps: Deps,
  wish: SpawnAgent,
  by: Principal,
  waitMs: number,
): Promise<ApprovalRecord> {
  const content = writeWish(wish)
  return deps.store.write(async (writer) => {
    const open = by.agent === null ? [] : await writer.approvals.openOf(by.agent)
    const known = open.find((each) => each.kind === 'spawn' && each.content === content)
    if (known) return known
    return askInName(deps, writer, by, {
      kind: 'spawn',
      title: `start ${wish.name} (${wish.role}${wish.runtime === undefined ? '' : `, ${wish.runtime}`})`,
      risk: 'medium',
      content,
      why: 'a supervisor wants another agent',
      waitMs,
    })
  })
}

/** Keys in order, so that the same wish is the same text. */
function writeWish(wish: SpawnAgent): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(wish).toSorted(([a], [b]) => (a < b ? -1 : 1))),
    null,
    2,
  )
}

export function readSpawnWish(content: string): SpawnAgent {
  return SpawnAgent.parse(JSON.parse(content))
}

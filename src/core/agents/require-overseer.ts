// Who may read what an agent was told and how far it is: people, the agent itself, and a supervisor of its project. One without a
// project supervises all of them.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Principal } from '../access/principal.ts'
import type { Store } from '../store.ts'

interface Deps {
  readonly store: Pick<Store, 'read'>
}

/** `what`: of the agent, as `the state`. */
export async function requireOverseer(
  { store }: Deps,
  name: AgentName,
  { agent }: Principal,
  what: string,
): Promise<void> {
  if (agent === null || agent === name) return
  const { agents } = store.read
  const [asker, other] = [await agents.byName(agent), await agents.byName(name)]
  const isSupervisor = asker?.role === 'supervisor'
  if (isSupervisor && (asker.project === null || !other || asker.project === other.project)) return
  throw new CmuxError('FORBIDDEN', `${what} of ${name} is not yours to read`, {
    hint: isSupervisor
      ? 'it works on another project; ask the owner'
      : 'agents read their own; ask your supervisor',
  })
}

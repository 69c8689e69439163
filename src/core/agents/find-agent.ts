// The agent of a name, or an error that says where to look.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { AgentRecord } from './agent-record.ts'
import type { Store } from '../store.ts'

export async function findAgent({ store }: { readonly store: Store }, name: AgentName): Promise<AgentRecord> {
  const record = await store.read.agents.byName(name)
  if (record) return record
  throw new CmuxError('NOT_FOUND', `there is no agent ${name}`, { hint: 'see `cmux agent list`' })
}

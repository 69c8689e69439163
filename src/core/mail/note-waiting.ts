// Says of an agent's mail what it waits for, once.
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Store } from '../store.ts'

export async function noteWaiting(
  { store }: { readonly store: Store },
  { id, name }: AgentRecord,
  why: string,
): Promise<void> {
  // Also for what came since: what came before may have been told already.
  if (!(await store.read.messages.waitsOtherwise(id, why))) return
  await store.write(async ({ messages, events }) => {
    if (await messages.setWaiting(id, why))
      await events.append({ type: 'message.waits', actor: 'system', data: { to: name, why } })
  })
}

// Says of an agent's mail what it waits for, once. Only of what is next in line: to say it of all would rewrite a whole flood
// whenever its agent begins or ends a turn.
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { Store } from '../../store.ts'
import { MESSAGES_MAX } from './choose-load.ts'

const BEHIND = 'the mail before it'

export async function noteWaiting(
  { store }: { readonly store: Store },
  { id, name }: AgentRecord,
  why: string,
): Promise<void> {
  // Also for what came since: what came before may have been told already.
  if (!(await store.read.messages.waitsOtherwise(id, { first: MESSAGES_MAX, why }))) return
  await store.write(async ({ messages, events }) => {
    if (await messages.setWaiting(id, { first: MESSAGES_MAX, why, behind: BEHIND }))
      await events.append({ type: 'message.waits', actor: 'system', data: { to: name, why } })
  })
}

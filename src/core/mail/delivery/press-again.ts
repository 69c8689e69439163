// Only Enter is ever repeated: the text stands in the prompt already.
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { CourierDesk } from './courier-desk.ts'
import type { Delivery } from '../message-record.ts'
import { readUnchanged } from '../read-unchanged.ts'

export async function pressAgain(
  { deps, memories }: CourierDesk,
  record: AgentRecord,
  open: Delivery,
): Promise<void> {
  const { store, clock, terminals } = deps
  if (record.pane === null) return
  const isOpen = await store.write(async (writer) => {
    const current = await writer.agents.byId(record.id)
    if (current?.paused || !(await readUnchanged(writer, open))) return false
    for (const { id, attempts } of await writer.messages.byIds(open.messages))
      await writer.messages.move(id, { attempts: attempts + 1 })
    return true
  })
  if (!isOpen) return
  await terminals.press(record.pane, ['Enter'])
  const memory = memories.get(record.id)
  if (memory) memory.enteredMs = clock.monotonicMs()
}

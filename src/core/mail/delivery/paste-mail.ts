// Puts all that waits for an agent into its prompt, and presses Enter.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { isBeingInterrupted } from '../../agents/is-being-interrupted.ts'
import { isShortening } from '../../agents/is-shortening.ts'
import { advanceDelivery } from './advance-delivery.ts'
import { composeEnvelope, composePlain } from './compose-envelope.ts'
import type { CourierDeps, CourierDesk } from './courier-desk.ts'
import { lacksTools } from './lacks-tools.ts'
import { openDelivery } from './open-delivery.ts'
import { readUnchanged } from '../read-unchanged.ts'

const TYPED = 'put into its prompt, and Enter pressed'
const without = (ms: number) => `its program has not connected the tools of cmux within ${ms / 1000} s`

export async function pasteMail({ deps, memories }: CourierDesk, record: AgentRecord): Promise<void> {
  const { store, clock, terminals, runtimes } = deps
  const { pane } = record
  if (pane === null) return
  const opened = await store.write(async (writer) => {
    const current = await writer.agents.byId(record.id)
    if (current?.generation !== record.generation || current.pane !== pane) return undefined
    if (current.paused || isBeingInterrupted(current) || isShortening(current)) return undefined
    const at = timestampFromMs(clock.nowMs())
    return openDelivery(deps, writer, { record, way: 'paste', at })
  })
  if (!opened) return
  const { delivery, load, movedTo } = opened
  const text = record.runtime === 'shell' ? composePlain(load) : composeEnvelope(delivery.id, load, movedTo)
  const memory = { delivery: delivery.id, enteredMs: clock.monotonicMs(), pastedAtMs: clock.nowMs() }
  memories.set(record.id, memory)
  const isWithoutTools = lacksTools(deps, record) === 'still'
  await terminals.paste(pane, text)
  await pause(deps, runtimes[record.runtime].mail.enterAfterMs)
  // Somebody may have interrupted it since: then what was pasted is cleared, and not sent off.
  if (!(await readUnchanged(store.read, delivery))) return
  await terminals.press(pane, ['Enter'])
  memory.enteredMs = clock.monotonicMs()
  await store.write(async (writer) => {
    const current = await readUnchanged(writer, delivery)
    const at = timestampFromMs(clock.nowMs())
    const says = isWithoutTools ? `${TYPED}; ${without(deps.limits.toolsMs)}` : TYPED
    if (current) await advanceDelivery(writer, current, { receipt: 'pasted', source: 'cmux', says, at })
  })
}

function pause({ clock }: CourierDeps, ms: number): Promise<void> {
  if (ms === 0) return Promise.resolve()
  const { promise, resolve } = Promise.withResolvers<void>()
  clock.after(ms, resolve)
  return promise
}

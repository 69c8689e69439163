// One that was killed in the middle of a turn comes back with its conversation and waits: with unfinished work it is told to go on,
// once, since nobody else will speak to it. As mail, so that a pause or a used-up budget holds it back like anything else.
import { MessageId } from '../../protocol/messages/message.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import { hasUnfinished } from './has-unfinished.ts'
import { noteBrief } from './brief/note-brief.ts'
import { writeBrief } from './brief/prepare-brief.ts'

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'continuity' | 'onError' | 'runtimes'>

/** A program that takes up by itself what was cut short (the demo agent does) has begun by then. */
const REST_MS = 3000

const WHY = 'you were started again, with your conversation: your program had ended in the middle of a turn'
const BODY = [
  'Your program ended in the middle of a turn and was started again, with your conversation. A brief of where the work stands was given to',
  'you at the start, and is in current_task.md in your agent folder; the tool recall tells more. Look at how far you had come, and go on with',
  'what is not finished. Do nothing again that is.',
].join('\n')

export async function takeUpCutTurn(deps: Deps, record: AgentRecord): Promise<void> {
  if (!isDue(record, deps.clock.nowMs())) return
  const isBriefed = deps.runtimes[record.runtime].giveContext !== undefined
  const body = isBriefed ? BODY : await writeBrief(deps, record, WHY)
  await deps.store.write(async (writer) => {
    const current = await writer.agents.byId(record.id)
    if (!current || current.generation !== record.generation || !isDue(current, deps.clock.nowMs())) return
    await writer.agents.change(record.id, { cutAt: null })
    if (!(await hasUnfinished(writer, current))) return
    const id = MessageId.parse(`continuity:${record.id}:cut:${record.generation}`)
    const letter = { id, to: record.name, subject: 'go on where you were cut off', body }
    await writeMessage(deps, writer, letter, SYSTEM_SENDER)
    if (!isBriefed) await noteBrief(writer, record, [], body)
  })
}

function isDue(record: AgentRecord, nowMs: number): boolean {
  const { cutAt, status, statusSince, turn, paused, approval, ending, desired } = record
  if (cutAt === null || paused || approval || ending || desired === 'stopped') return false
  return status === 'idle' && turn?.turn !== 'working' && nowMs - Date.parse(statusSince) >= REST_MS
}

// The brief as mail, for a program that takes nothing as its session begins.
import { MessageId } from '../../../protocol/messages/message.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import { SYSTEM_SENDER } from '../../mail/sender.ts'
import { writeMessage } from '../../mail/write-message.ts'
import { noteBrief } from './note-brief.ts'
import { writeBrief } from './prepare-brief.ts'

type Deps = Pick<AgentDeps, 'store' | 'clock' | 'continuity' | 'onError' | 'runtimes'>

export async function mailBrief(
  deps: Deps,
  record: AgentRecord,
  { key, why }: { readonly key: string; readonly why: string },
): Promise<void> {
  if (record.runtime === 'shell' || deps.runtimes[record.runtime].giveContext) return
  try {
    const body = await writeBrief(deps, record, why)
    const id = MessageId.parse(`continuity:${record.id}:${key}`)
    const letter = { id, to: record.name, subject: 'where your work stands', body }
    await deps.store.write(async (writer) => {
      await writeMessage(deps, writer, letter, SYSTEM_SENDER)
      await noteBrief(writer, record, [], body)
    })
  } catch (error) {
    deps.onError(error, `writing the brief of ${record.name}`)
  }
}

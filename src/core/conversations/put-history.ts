// What a program tells of its own conversation, because cmux has no transcript and no hooks of it.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { HistoryPut, PutHistory } from '../../protocol/messages/history.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import { keepEntries } from './keep-entries.ts'

interface Deps {
  readonly store: Store
  readonly clock: Clock
}

export async function putHistory(
  { store, clock }: Deps,
  name: AgentName,
  { entries }: PutHistory,
  by: Principal,
): Promise<HistoryPut> {
  if (by.agent !== null && by.agent !== name)
    throw new CmuxError('FORBIDDEN', `the conversation of ${name} is not yours to tell`)
  return store.write(async (writer) => {
    const record = await writer.agents.byName(name)
    if (!record) throw new CmuxError('NOT_FOUND', `there is no agent ${name}`)
    // Two who tell of the same would tell it twice, under ids that don't fit each other.
    if (record.runtime !== 'shell')
      throw new CmuxError('CONFLICT', `the conversation of ${name} is read from its own program`, {
        hint: 'only agents elsewhere, and plain programs, tell of theirs',
      })
    const at = timestampFromMs(clock.nowMs())
    const added = await keepEntries(writer, record, { entries, source: 'elsewhere', at })
    const last = await writer.conversations.last(record.id)
    return { added, known: entries.length - added, last }
  })
}

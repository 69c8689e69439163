// Files that come with an entry are on disk before it is: an entry never names what is not there. Under names of our making, since
// those that come with them may be anything.
import { nameFile } from '../../lib/name-file.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import type { JournalEntryId, WriteJournal } from '../../protocol/journal/journal.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { JournalFiles } from './journal-files.ts'

interface Place {
  readonly project: ProjectName | null
  readonly at: Timestamp
  readonly id: JournalEntryId
}

export async function attachFiles(
  files: JournalFiles,
  { project, at, id }: Place,
  attachments: WriteJournal['attachments'],
): Promise<string[]> {
  const names: string[] = []
  const time = at.slice(11, 19).replaceAll(':', '')
  for (const [number, { name, base64 }] of attachments.entries()) {
    const own = `${time}-${nameFile(id).slice(-8)}-${number + 1}-${nameFile(name)}`
    await files.putAttachment({ project, at, name: own, content: decode(base64) })
    names.push(`attachments/${own}`)
  }
  return names
}

const decode = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))

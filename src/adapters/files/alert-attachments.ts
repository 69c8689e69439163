// Lines of alerts as attachments of the journal: a name that is taken gets a number, since the second one must not replace the first.
import { dayOf } from '../../protocol/timestamp.ts'
import { existsSync } from 'node:fs'
import { join, parse } from 'node:path'
import type { JournalFiles } from '../../core/journal/journal-files.ts'
import { ProjectName } from '../../protocol/ids.ts'
import { NO_PROJECT } from '../../protocol/journal/journal-kinds.ts'
import type { JournalFolder } from './journal-folder.ts'

export function makeAlertAttachments(
  journal: Pick<JournalFolder, 'folder' | 'putAttachment'>,
): JournalFiles['putAttachment'] {
  return (file) => {
    const { project, at, name } = file
    const day = journal.folder({ project: project ?? ProjectName.parse(NO_PROJECT), day: dayOf(at) })
    return journal.putAttachment({ ...file, name: findFree(join(day, 'attachments'), name) })
  }
}

function findFree(folder: string, name: string): string {
  const { name: stem, ext } = parse(name)
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${stem}-${number}${ext}`
    if (!existsSync(join(folder, free))) return free
  }
}

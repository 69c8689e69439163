// The journal's folder: HOME/journal/<project>/<day>/, with the page, artifacts/ and attachments/.
import { dayOf } from '../../protocol/timestamp.ts'
import { constants } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JournalFiles, JournalPageFiles, NewFile } from '../../core/journal/journal-files.ts'
import type { PageName } from '../../core/journal/journal-table.ts'
import type { Mask } from '../../lib/mask.ts'
import { JournalFile } from '../../protocol/journal/journal.ts'
import { NO_PROJECT } from '../../protocol/journal/journal-kinds.ts'
import { isMissing } from './is-missing.ts'
import { syncDirectory, writeAtomically } from './write-atomically.ts'

const PAGE = 'journal.md'
/** The name of pages that were there before. */
const EARLIER = 'earlier.md'

export interface JournalFolder extends JournalFiles, JournalPageFiles {
  /** Where a day's files are. */
  folder(page: PageName): string
}

export function makeJournalFolder(home: string, mask: Mask): JournalFolder {
  const root = join(home, 'journal')
  const folder = ({ project, day }: { project: string; day: string }) => join(root, project, day)
  const pathOf = (page: PageName) => join(folder(page), PAGE)
  const put = async (kind: 'artifacts' | 'attachments', { project, at, name, content }: NewFile) => {
    const file = JournalFile.parse(`${kind}/${name}`)
    const path = join(folder({ project: project ?? NO_PROJECT, day: dayOf(at) }), file)
    await makeFolder(dirname(path))
    await writeAtomically(path, maskFile(content, mask))
    return path
  }
  return {
    folder,
    putArtifact: (file) => put('artifacts', file),
    putAttachment: (file) => put('attachments', file),
    async size(page) {
      try {
        return (await stat(pathOf(page))).size
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    append: (page, text) => appendTo(pathOf(page), text),
    replace: (page, parts) => replace(pathOf(page), parts),
    async setAside() {
      for (const project of await list(root))
        for (const day of await list(join(root, project)))
          await rename(join(root, project, day, PAGE), join(root, project, day, EARLIER)).catch(unlessMissing)
    },
  }
}

async function appendTo(path: string, text: string): Promise<number> {
  // Never makes one. At the end whatever that is by now: the watchdog may have written meanwhile.
  await using file = await open(path, constants.O_WRONLY | constants.O_APPEND)
  const content = Buffer.from(text)
  await file.appendFile(content)
  await file.datasync()
  return content.length
}

async function replace(path: string, parts: AsyncIterable<string>): Promise<number> {
  await makeFolder(dirname(path))
  // Always the same: only who leads writes pages, and what a crash leaves is written over by the next.
  const temporary = `${path}.tmp`
  const size = await writeParts(temporary, parts)
  await rename(temporary, path)
  await syncDirectory(dirname(path))
  return size
}

async function writeParts(path: string, parts: AsyncIterable<string>): Promise<number> {
  await using file = await open(path, 'w', 0o600)
  for await (const part of parts) await file.appendFile(part)
  await file.sync()
  return (await file.stat()).size
}

/** Each new folder's name survives a power cut as well. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let at = path; at !== dirname(first); at = dirname(at)) await syncDirectory(dirname(at))
}

/** Text only: in other files a change would be damage. */
function maskFile(content: string | Uint8Array, mask: Mask): string | Buffer {
  if (typeof content === 'string') return mask.text(content)
  const bytes = Buffer.from(content)
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? mask.text(text) : bytes
}

async function list(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing)
  return (entries ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

// An index of our own for each workspace, kept between looks so that only files that have changed are read again. It stands where no agent
// can write. Git tells an unchanged file by its status: size, inode and times. An agent can set the time of the last write back, but not the
// time at which the status changed (ctime), which git compares as well. So what is left are changes that leave even that time as it was:
// in the same tick of the clock, or through memory that is mapped to the file, where the kernel notes only the first write until it has
// brought the page to the disk. A file that was changed shortly before a look is therefore read once more at the next one.
import { copyFile, mkdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { nothingThere } from '../../files/nothing-there.ts'
import { doubtEntries, type Doubt } from './doubt-entries.ts'

const Note = z.object({
  /** The commit of the main branch that it began from, and a sum over what was changed in it since. */
  base: z.string(),
  steps: z.string(),
  /** The file that this note is of: any other one was left by a look that was interrupted. */
  file: z.string(),
  /** What changed its status before had not been in anybody's hands yet. */
  untouchedNs: z.string().regex(/^\d+$/),
  /** Places of repositories inside. */
  links: z.array(z.string()),
})
export type IndexNote = z.infer<typeof Note>

/** Longer than the kernel keeps a written page from the disk: 35 seconds, as systems are set up. */
const YOUNG_NS = 60_000_000_000n
/** File systems that live in memory (tmpfs, ramfs): pages there never go to a disk, so a mapped file changes without a trace. */
const IN_MEMORY: ReadonlySet<number> = new Set([0x01021994, 0x858458f6])

const noteOf = (index: string) => join(dirname(index), 'note.json')

/** Undefined when nothing is remembered that can be believed: then the index is gone. */
export async function openKeptIndex(index: string, workspace: string): Promise<IndexNote | undefined> {
  const text = await readFile(noteOf(index), 'utf8').catch(nothingThere)
  const note = text === undefined ? undefined : parse(text)
  const isKept = note !== undefined && note.file === (await nameFile(index)) && !(await isInMemory(workspace))
  if (isKept) return note
  await forgetIndex(index)
  return undefined
}

export async function forgetIndex(index: string): Promise<void> {
  await rm(noteOf(index), { force: true })
  await rm(index, { force: true })
}

/** While it is filled, nothing says that it can be believed. */
export const beginIndex = (index: string): Promise<void> => rm(noteOf(index), { force: true })

export interface KeepOrder {
  readonly index: string
  readonly format: 'sha1' | 'sha256'
  readonly base: string
  readonly steps: string
  /** When the look began, by the clock of the file system. */
  readonly begunNs: bigint
  /** The note of the last look. */
  readonly before: IndexNote | undefined
}

/** After a look. Gives back the note. */
export async function keepIndex(order: KeepOrder): Promise<IndexNote | undefined> {
  const { index, format, base, steps, begunNs, before } = order
  const said = BigInt(before?.untouchedNs ?? '0')
  // The clock was set back: what was before is no word on what comes.
  const untouchedNs = begunNs < said ? 0n : said
  const isYoung: Doubt = (changedNs) => changedNs >= begunNs - YOUNG_NS && changedNs >= untouchedNs
  const file = await nameFile(index)
  const isSame = before !== undefined && before.file === file
  const links = isSame ? before.links : (await doubtEntries(index, format, isYoung))?.links
  if (links === undefined) {
    await forgetIndex(index)
    return undefined
  }
  return writeNote(index, { base, steps, links, untouchedNs: String(untouchedNs) })
}

/** Of a work tree that git has just written, and that nobody else has had in hands. */
export async function seedIndex(
  index: string,
  written: string,
  { base, format }: Pick<KeepOrder, 'base' | 'format'>,
): Promise<void> {
  await mkdir(dirname(index), { recursive: true, mode: 0o700 })
  await beginIndex(index)
  await copyFile(written, index)
  const { ctimeNs } = await stat(index, { bigint: true })
  const found = await doubtEntries(index, format, (changedNs) => changedNs >= ctimeNs)
  if (!found) return forgetIndex(index)
  await writeNote(index, { base, steps: '', links: [...found.links], untouchedNs: String(ctimeNs) })
}

async function writeNote(
  index: string,
  note: Omit<IndexNote, 'file' | 'links'> & { links: readonly string[] },
) {
  const whole: IndexNote = { ...note, links: [...note.links], file: (await nameFile(index)) ?? '' }
  await writeFile(noteOf(index), `${JSON.stringify(whole)}\n`)
  return whole
}

function parse(text: string): IndexNote | undefined {
  try {
    return Note.safeParse(JSON.parse(text)).data
  } catch {
    return undefined // half written, by a server that was killed
  }
}

async function nameFile(index: string): Promise<string | undefined> {
  const found = await stat(index, { bigint: true }).catch(nothingThere)
  return found && [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ')
}

async function isInMemory(folder: string): Promise<boolean> {
  return IN_MEMORY.has((await statfs(folder)).type)
}

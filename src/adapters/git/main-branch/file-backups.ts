// Copies of the files that a move of the main branch touches, as they were on disk, with a list of their sums. They are used only
// when they are what the list says; else git has the same content under its old name.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Move } from '../../../core/improve/main-branch.ts'
import { readIfThere } from '../../files/read-if-there.ts'
import { writeAtomically } from '../../files/write-atomically.ts'
import { readImage, type FileImage } from './file-image.ts'
import type { ParsedChange } from '../parse-changes.ts'

const Manifest = z.object({
  /** The commit whose files these are, and the one that they had to make room for. */
  from: z.string(),
  to: z.string(),
  files: z.array(
    z.object({ path: z.string(), mode: z.enum(['100644', '100755', '120000']), sha256: z.string() }),
  ),
})
type Manifest = z.infer<typeof Manifest>

/** Undefined when there is none, or it is not what was copied. */
type BackupReader = (path: string) => Promise<FileImage | undefined>

export interface FileBackups {
  /** Of all that is there of these. Begins anew each time: half a copy of an earlier try is worth nothing. */
  make(move: Move, files: readonly ParsedChange[]): Promise<void>
  open(move: Move): Promise<BackupReader>
}

export function makeFileBackups(home: string): FileBackups {
  const folderOf = ({ id, to }: Move) => join(home, 'changes', id, 'files', to)
  const listOf = (move: Move) => join(home, 'changes', move.id, 'files', `${move.to}.manifest.json`)
  return {
    async make(move, files) {
      await rm(listOf(move), { force: true })
      await rm(folderOf(move), { recursive: true, force: true })
      await mkdir(folderOf(move), { recursive: true, mode: 0o700 })
      const kept: Manifest['files'] = []
      for (const { path, rawPath, status } of files) {
        // A name that is no UTF-8 could be taken for another's; of those git alone has the content.
        if (Buffer.from(path).toString('latin1') !== rawPath) continue
        const image = status === 'added' ? undefined : await readImage(move.project.path, rawPath)
        if (!image) continue
        const copy = join(folderOf(move), path)
        await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
        await writeFile(copy, image.bytes, { mode: 0o600 })
        kept.push({ path, mode: image.mode, sha256: sumOf(image.bytes) })
      }
      const manifest: Manifest = { from: move.from, to: move.to, files: kept }
      await writeAtomically(listOf(move), `${JSON.stringify(manifest, null, 2)}\n`)
    },
    async open(move) {
      const rows = readRows(await readIfThere(listOf(move)))
      return async (path) => {
        const row = rows.get(path)
        const bytes = row && (await readFile(join(folderOf(move), path)).catch(() => undefined))
        return bytes && sumOf(bytes) === row.sha256 ? { mode: row.mode, bytes } : undefined
      }
    },
  }
}

function readRows(text: string | undefined): ReadonlyMap<string, Manifest['files'][number]> {
  const parsed = text === undefined ? undefined : Manifest.safeParse(JSON.parse(text)).data
  return new Map(parsed?.files.map((row) => [row.path, row]))
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

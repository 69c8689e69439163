// Copies of the files that a move of the main branch touches, as they were on disk, with a list of their sums. They are used only
// when they are what the list says; else git has the same content under its old name.
import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Move } from '../../core/improve/main-branch.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { readImage, type FileImage } from './file-image.ts'
import type { ParsedChange } from './parse-changes.ts'

const Manifest = z.object({
  /** The commit whose files these are, and the one that they had to make room for. */
  from: z.string(),
  to: z.string(),
  files: z.array(
    z.object({ path: z.string(), mode: z.enum(['100644', '100755', '120000']), sha256: z.string() }),
  ),
})
type Manifest = z.infer<typeof Manifest>

export interface FileBackups {
  /** Of all that is there of these. Begins anew each time: half a copy of an earlier try is worth nothing. */
  make(move: Move, files: readonly ParsedChange[]): Promise<void>
  /** Undefined when there is none, or it is not what was copied. */
  read(move: Move, path: string): Promise<FileImage | undefined>
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
      for (const { path, status } of files) {
        const image = status === 'added' ? undefined : await readImage(move.project.path, path)
        if (!image) continue
        const copy = join(folderOf(move), path)
        await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
        await writeFile(copy, image.bytes, { mode: 0o600 })
        kept.push({ path, mode: image.mode, sha256: sumOf(image.bytes) })
      }
      const manifest: Manifest = { from: move.from, to: move.to, files: kept }
      await writeAtomically(listOf(move), `${JSON.stringify(manifest, null, 2)}\n`)
    },
    async read(move, path) {
      const text = await readIfThere(listOf(move))
      const row = text === undefined ? undefined : findRow(text, path)
      if (!row) return undefined
      const bytes = await readFile(join(folderOf(move), path)).catch(() => undefined)
      return bytes && sumOf(bytes) === row.sha256 ? { mode: row.mode, bytes } : undefined
    },
  }
}

function findRow(text: string, path: string): Manifest['files'][number] | undefined {
  const parsed = Manifest.safeParse(JSON.parse(text))
  return parsed.data?.files.find((file) => file.path === path)
}

const sumOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

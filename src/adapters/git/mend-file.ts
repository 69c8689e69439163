// A file that a kill may have left between two commits: it is brought to a state that git knows.
import type { Move } from '../../core/improve/main-branch.ts'
import type { FileBackups } from './file-backups.ts'
import { readImage, writeImage, type FileImage } from './file-image.ts'
import type { Git, GitPlace } from './git.ts'
import type { ParsedChange } from './parse-changes.ts'

export interface MendDeps {
  readonly git: Git
  readonly at: GitPlace
  readonly backups: FileBackups
}

const BLOB_MAX_BYTES = 1024 ** 3

/** The old one with its old entry, or the new one with its new entry. False when it is somebody's edit: its entry becomes the new one, and the file stays. */
export async function mendFile(deps: MendDeps, move: Move, file: ParsedChange): Promise<boolean> {
  const { path, status } = file
  const found = (await readImage(move.project.path, path))?.bytes
  const old = status === 'added' ? undefined : await readOld(deps, move, file)
  if (old !== undefined && found?.equals(old.bytes)) return true
  if (status === 'added' && found === undefined) return true
  const wanted = status === 'deleted' ? undefined : await readBlob(deps, file.newId)
  if (found === undefined ? wanted === undefined : wanted?.equals(found)) return writeEntry(deps, file)
  const isHalfWritten = found === undefined || wanted?.subarray(0, found.length).equals(found) === true
  if (!isHalfWritten) {
    await writeEntry(deps, file)
    return false
  }
  await writeImage(move.project.path, path, old)
  await refresh(deps)
  return true
}

async function readOld(deps: MendDeps, move: Move, file: ParsedChange): Promise<FileImage> {
  const mode = file.oldMode === '100755' || file.oldMode === '120000' ? file.oldMode : '100644'
  return (await deps.backups.read(move, file.path)) ?? { mode, bytes: await readBlob(deps, file.oldId) }
}

async function writeEntry(deps: MendDeps, { path, newMode, newId }: ParsedChange): Promise<true> {
  const input = `${newMode} ${newId}\t${path}\0`
  await deps.git.read(deps.at, ['update-index', '-z', '--index-info'], { input })
  await refresh(deps)
  return true
}

async function refresh({ git, at }: MendDeps): Promise<void> {
  await git.run(at, ['update-index', '-q', '--refresh'])
}

async function readBlob({ git, at }: MendDeps, id: string): Promise<Buffer> {
  const { stdout } = await git.run(at, ['cat-file', 'blob', id], {
    encoding: 'latin1',
    outputMaxBytes: BLOB_MAX_BYTES,
  })
  return Buffer.from(stdout, 'latin1')
}

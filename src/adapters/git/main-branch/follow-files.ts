// The files of whoever has a branch checked out follow it. Done again it changes nothing, so that a kill anywhere in between is mended
// by doing it once more.
import { join } from 'node:path'
import type { Move } from '../../../core/improve/main-branch.ts'
import type { FileBackups } from './file-backups.ts'
import { readImage, type FileImage } from './file-image.ts'
import type { Git, GitPlace } from '../git.ts'
import type { ParsedChange } from '../parse-changes.ts'
import { placeFile } from './place-file.ts'
import { refreshEntries } from './refresh-entries.ts'
import { clearStage, stageFiles } from './stage-files.ts'

export interface FollowDeps {
  readonly git: Git
  readonly at: GitPlace
  readonly backups: FileBackups
  readonly home: string
}

const BLOB_MAX_BYTES = 1024 ** 3
const REPOSITORY = '160000'
const LATIN1 = { encoding: 'latin1' } as const

/** A commit of the move: the one it goes to, or the one it came from. */
type Side = 'to' | 'from'

/** Gives back the files that are somebody's edit by now: they are left as they are. */
export async function followFiles(
  deps: FollowDeps,
  move: Move,
  touched: readonly ParsedChange[],
  towards: Side,
): Promise<readonly string[]> {
  const { git, at, home } = deps
  const staged = join(home, 'changes', move.id, 'stage')
  const paths = touched.filter(({ newMode }) => isFile(newMode)).map(({ rawPath }) => rawPath)
  const { gitDir, of } = at
  await stageFiles(git, { at: { gitDir, of }, commit: move.to, paths, folder: staged })
  const isBack = towards === 'from'
  const readBackup = await deps.backups.open(move)
  const inOrder = roomFirst(touched, isBack)
  const left: string[] = []
  const umask = await git.umask(at)
  for (const file of inOrder) {
    const old = async () => (await readBackup(file.path)) ?? readOld(deps, file)
    const fresh = () => (isFile(file.newMode) ? readImage(staged, file.rawPath) : Promise.resolve(undefined))
    const isPlaced = await placeFile({
      root: move.project.path,
      path: file.rawPath,
      before: isBack ? fresh : old,
      after: isBack ? old : fresh,
      isPlaceBefore: modeAfter(file, !isBack) === REPOSITORY,
      isPlaceAfter: modeAfter(file, isBack) === REPOSITORY,
      umask,
    })
    if (!isPlaced) left.push(file.path)
  }
  const there = touched.filter((file) => isFile(modeAfter(file, isBack))).map(({ rawPath }) => rawPath)
  await refreshEntries(git, at, there)
  await clearStage(staged)
  return left
}

const modeAfter = (file: ParsedChange, isBack: boolean) => (isBack ? file.oldMode : file.newMode)

const stays = (file: ParsedChange, isBack: boolean) => !isNothing(modeAfter(file, isBack))

/** What goes makes room for what comes. */
function roomFirst(touched: readonly ParsedChange[], isBack: boolean): readonly ParsedChange[] {
  return touched.toSorted((a, b) => Number(stays(a, isBack)) - Number(stays(b, isBack)))
}

/** The index as the commit has these files, whatever it had before. */
export async function setEntries(
  { git, at }: FollowDeps,
  touched: readonly ParsedChange[],
  towards: Side,
): Promise<void> {
  const isBack = towards === 'from'
  const input = roomFirst(touched, isBack)
    .map((file) => entryOf(file, isBack))
    .join('')
  await git.read(at, ['update-index', '-z', '--index-info'], { ...LATIN1, fills: ['index'], input })
}

function entryOf(file: ParsedChange, isBack: boolean): string {
  return `${modeAfter(file, isBack)} ${isBack ? file.oldId : file.newId}\t${file.rawPath}\0`
}

const isNothing = (mode: string) => /^0*$/.test(mode)
const isFile = (mode: string) => mode !== REPOSITORY && !isNothing(mode)

/** As git has it: line ends may differ from what was on disk. */
async function readOld(deps: FollowDeps, { oldMode, oldId }: ParsedChange): Promise<FileImage | undefined> {
  if (!isFile(oldMode)) return undefined
  const mode = oldMode === '100755' || oldMode === '120000' ? oldMode : '100644'
  return { mode, bytes: await readBlob(deps, oldId) }
}

async function readBlob({ git, at }: FollowDeps, id: string): Promise<Buffer> {
  const { stdout } = await git.run(at, ['cat-file', 'blob', id], {
    ...LATIN1,
    outputMaxBytes: BLOB_MAX_BYTES,
  })
  return Buffer.from(stdout, 'latin1')
}

// Moves the main branch. The ref is the point of no return: before it nothing was done, after it the files follow, however often
// we are killed in between. Git itself refuses to touch uncommitted work.
import { cp, lstat, mkdir, readFile, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { MainBranch, Move, MoveOutcome } from '../../core/improve/main-branch.ts'
import { makeTurns } from '../../lib/turns.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { removeStaleLock } from './remove-stale-lock.ts'
import type { Git, GitPlace } from './git.ts'
import { parseChanges, type ParsedChange } from './parse-changes.ts'

/** A large tree is written once. */
const FILES_LIMIT_MS = 300_000

export function makeGitMainBranch(git: Git, home: string): MainBranch {
  const inTurn = makeTurns()
  return {
    move: (move) => inTurn(move.project.path, () => moveMain(git, home, move)),
    finish: (move) => inTurn(move.project.path, () => finishMove(git, home, move)),
  }
}

const placeOf = ({ project: { path } }: Move): GitPlace => ({ gitDir: join(path, '.git'), workTree: path })
const refOf = ({ project }: Move) => `refs/heads/${project.mainBranch}`

async function moveMain(git: Git, home: string, move: Move): Promise<MoveOutcome> {
  const at = placeOf(move)
  const folder = await findCheckout(git, move)
  if (folder !== undefined && folder !== move.project.path) return { kind: 'elsewhere', folder }
  const isHere = folder !== undefined
  if (isHere) {
    await removeStaleLock(join(at.gitDir, 'index.lock'), move.project.path)
    // What was only touched is no edit.
    await git.run(at, ['update-index', '-q', '--refresh'])
    const touched = await listTouched(git, move)
    const files = (await tryFiles(git, move, ['-n'])) ?? (await findInTheWay(move, touched))
    if (files.length > 0) return { kind: 'overlap', files }
    await backUp(home, move, touched)
  }
  if (!(await moveRef(git, move, move.to, move.from))) return { kind: 'raced' }
  if (!isHere) return { kind: 'moved' }
  const files = await tryFiles(git, move)
  if (!files) return { kind: 'moved' }
  // Somebody began to edit between our look and our step.
  await moveRef(git, move, move.from, move.to)
  return { kind: 'overlap', files }
}

async function finishMove(git: Git, home: string, move: Move): Promise<readonly string[]> {
  const at = placeOf(move)
  const main = (await git.run(at, ['rev-parse', '--verify', '--quiet', refOf(move)])).stdout.trim()
  if (main !== move.to || (await findCheckout(git, move)) !== move.project.path) return []
  await removeStaleLock(join(at.gitDir, 'index.lock'), move.project.path)
  const left: string[] = []
  for (const file of await listTouched(git, move)) {
    const isOurs = await mendFile(git, home, move, file)
    if (!isOurs) left.push(file.path)
  }
  const files = await tryFiles(git, move)
  if (files)
    throw new CmuxError('CONFLICT', `files of ${move.project.name} are in the way: ${files.join(', ')}`)
  return left
}

/** Undefined when it went well; else the files that stand in the way. */
async function tryFiles(
  git: Git,
  move: Move,
  options: readonly string[] = [],
): Promise<string[] | undefined> {
  const args = ['read-tree', '-m', '-u', ...options, move.from, move.to]
  const { code, stderr } = await git.run(placeOf(move), args, { limitMs: FILES_LIMIT_MS })
  if (code === 0) return undefined
  const files = [...stderr.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name ?? [])
  if (files.length === 0) throw new CmuxError('GIT_FAILED', `git read-tree failed: ${stderr.trim()}`)
  return [...new Set(files)]
}

/** Git takes ignored files for worthless; to us they are somebody's. */
async function findInTheWay({ project }: Move, touched: readonly ParsedChange[]): Promise<string[]> {
  const added = touched.filter(({ status }) => status === 'added')
  const found = await Promise.all(
    added.map(async ({ path }) => ((await isThere(join(project.path, path))) ? [path] : [])),
  )
  return found.flat()
}

async function isThere(path: string): Promise<boolean> {
  try {
    return (await lstat(path)) !== undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    // Below a file: that one is in the way.
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return true
    throw error
  }
}

async function moveRef(git: Git, move: Move, to: string, from: string): Promise<boolean> {
  const args = ['update-ref', '-m', `cmux: ${move.id}`, refOf(move), to, from]
  return (await git.run(placeOf(move), args)).code === 0
}

async function findCheckout(git: Git, move: Move): Promise<string | undefined> {
  const listed = await git.read(placeOf(move), ['worktree', 'list', '--porcelain', '-z'])
  const tree = listed.split('\0\0').find((text) => text.split('\0').includes(`branch ${refOf(move)}`))
  return tree?.split('\0')[0]?.replace(/^worktree /, '')
}

async function listTouched(git: Git, { from, to, ...move }: Move): Promise<ParsedChange[]> {
  const args = ['diff-tree', '-r', '--no-renames', '--full-index', '--ignore-submodules=none']
  const rows = await git.read(
    placeOf({ from, to, ...move }),
    [...args, '--raw', '--numstat', '-z', from, to],
    {
      encoding: 'latin1',
    },
  )
  return parseChanges(rows)
}

const backupOf = (home: string, { id, to }: Move, path: string) =>
  join(home, 'changes', id, 'files', to, path)

/** As they are on disk, once: a second try must not take what we have written for what was there. */
async function backUp(home: string, move: Move, files: readonly ParsedChange[]): Promise<void> {
  for (const { path, status } of files) {
    if (status === 'added') continue
    const copy = backupOf(home, move, path)
    await mkdir(dirname(copy), { recursive: true, mode: 0o700 })
    await cp(join(move.project.path, path), copy, {
      force: false,
      verbatimSymlinks: true,
      preserveTimestamps: true,
    })
  }
}

/**
 * Brings a file to a state that git knows: the old one with its old entry, or the new one with its new entry. False when it is
 * somebody's edit: then the entry becomes the new one, and the file stays.
 */
async function mendFile(git: Git, home: string, move: Move, file: ParsedChange): Promise<boolean> {
  const at = placeOf(move)
  const path = join(move.project.path, file.path)
  const isWanted = file.status !== 'deleted'
  const content = await readBytes(path)
  const backup = file.status === 'added' ? undefined : await readBytes(backupOf(home, move, file.path))
  if (backup !== undefined && content?.equals(backup)) return true
  if (file.status === 'added' && content === undefined) return true
  const wanted = isWanted ? await readBlob(git, at, file.newId) : undefined
  if (content === undefined ? !isWanted : wanted?.equals(content)) return writeEntry(git, at, file)
  const isHalfWritten = content === undefined || wanted?.subarray(0, content.length).equals(content) === true
  if (!isHalfWritten) {
    await writeEntry(git, at, file)
    return false
  }
  await rm(path, { force: true })
  if (backup !== undefined)
    await cp(backupOf(home, move, file.path), path, { verbatimSymlinks: true, preserveTimestamps: true })
  await git.run(at, ['update-index', '-q', '--refresh'])
  return true
}

async function writeEntry(git: Git, at: GitPlace, { path, newMode, newId }: ParsedChange): Promise<true> {
  await git.read(at, ['update-index', '-z', '--index-info'], { input: `${newMode} ${newId}\t${path}\0` })
  await git.run(at, ['update-index', '-q', '--refresh'])
  return true
}

/** The bytes of a file, or of a link as git keeps it. */
async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    const found = await lstat(path)
    if (found.isSymbolicLink()) return Buffer.from(await readlink(path))
    return found.isFile() ? await readFile(path) : undefined
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

async function readBlob(git: Git, at: GitPlace, id: string): Promise<Buffer> {
  const { stdout } = await git.run(at, ['cat-file', 'blob', id], {
    encoding: 'latin1',
    outputMaxBytes: 1024 ** 3,
  })
  return Buffer.from(stdout, 'latin1')
}

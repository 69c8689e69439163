// Moves the main branch. The ref is the point of no return: before it nothing was done, after it the files follow, however often
// we are killed in between. Git itself refuses to touch uncommitted work.
import { join } from 'node:path'
import type { MainBranch, Move, MoveOutcome } from '../../../core/improve/main-branch.ts'
import { makeTurns } from '../../../lib/turns.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { describeGitFailure, findLock } from '../describe-git-failure.ts'
import { compareSides } from './compare-sides.ts'
import { makeFileBackups, type FileBackups } from './file-backups.ts'
import { findCheckout } from './find-checkout.ts'
import { findInTheWay } from './find-in-the-way.ts'
import { findInterrupted } from './find-interrupted.ts'
import type { FindGitPlace } from '../find-git-place.ts'
import { followFiles, setEntries } from './follow-files.ts'
import { removeStaleLock } from '../remove-stale-lock.ts'
import type { Git, GitPlace } from '../git.ts'
import { parseChanges } from '../parse-changes.ts'
import { readRef } from '../read-ref.ts'
import { refreshEntries } from './refresh-entries.ts'
import type { ShadowRepository } from '../shadow-repository.ts'

/** All files of a large tree are looked at. */
const LOOK_LIMIT_MS = 300_000

interface Ground {
  readonly git: Git
  readonly at: GitPlace
  /** The real folder with its HEAD and its index. */
  readonly own: string
  readonly backups: FileBackups
  readonly home: string
  /** A project without git has one checkout, which is itself. */
  readonly isShadow: boolean
}

export function makeGitMainBranch(
  git: Git,
  home: string,
  findGitPlace: FindGitPlace,
  shadows: Pick<ShadowRepository, 'catchUp'>,
): MainBranch {
  const inTurn = makeTurns()
  const backups = makeFileBackups(home)
  const standOn = async ({ project: { path } }: Move): Promise<Ground> => {
    const at = { ...findGitPlace(path), workTree: path }
    const isShadow = at.of === 'cmux'
    return { git, at, own: isShadow ? at.gitDir : (await git.view(at)).own, backups, home, isShadow }
  }
  return {
    catchUp: ({ path }) => inTurn(path, () => shadows.catchUp(path)),
    move: (move) => inTurn(move.project.path, async () => moveMain(await standOn(move), move)),
    finish: (move) => inTurn(move.project.path, async () => finishMove(await standOn(move), move)),
  }
}

const refOf = ({ project }: Move) => `refs/heads/${project.mainBranch}`

async function moveMain(ground: Ground, move: Move): Promise<MoveOutcome> {
  const { git, at, own, backups } = ground
  const folder = await findWorkTree(ground, move)
  if (folder !== undefined && folder !== move.project.path) return { kind: 'elsewhere', folder }
  const isHere = folder !== undefined
  const what = await findInterrupted(own, refOf(move), isHere)
  if (what !== undefined) return { kind: 'interrupted', what }
  if (!isHere) return (await bringRef(ground, move)) ? MOVED : RACED
  await removeStaleLock(join(own, 'index.lock'), move.project.path)
  const touched = parseChanges(await git.read(at, compareSides(move), { encoding: 'latin1' }))
  const known = touched.filter(({ status }) => status !== 'added').map(({ rawPath }) => rawPath)
  // What was only touched is no edit.
  await refreshEntries(git, at, known)
  const hindrance = await findOverlap(ground, move)
  if (hindrance) return hindrance
  const files = await findInTheWay(move.project.path, touched)
  if (files.length > 0) return { kind: 'overlap', files }
  await backups.make(move, touched)
  if (!(await bringRef(ground, move))) return RACED
  const staged = await moveIndex(ground, move)
  if (staged) {
    await moveRef(ground, move, move.from, move.to)
    return staged
  }
  const left = await followFiles(ground, move, touched, 'to')
  if (left.length === 0) return MOVED
  // Somebody began to edit between our look and our step. The ref goes last: as long as it is there, a kill leads forward.
  await setEntries(ground, touched, 'from')
  await followFiles(ground, move, touched, 'from')
  await moveRef(ground, move, move.from, move.to)
  return { kind: 'overlap', files: left }
}

const MOVED: MoveOutcome = { kind: 'moved' }
const RACED: MoveOutcome = { kind: 'raced' }

async function finishMove(ground: Ground, move: Move): Promise<readonly string[]> {
  const { git, at, own } = ground
  const main = await readRef(git, at, refOf(move))
  if (main !== move.to || (await findWorkTree(ground, move)) !== move.project.path) return []
  await removeStaleLock(join(own, 'index.lock'), move.project.path)
  const touched = parseChanges(await git.read(at, compareSides(move), { encoding: 'latin1' }))
  await setEntries(ground, touched, 'to')
  return followFiles(ground, move, touched, 'to')
}

/** Whether files with uncommitted work would be changed, without a step. */
const findOverlap = (ground: Ground, move: Move) => readTree(ground, move, ['-n', '-u'])

/** All of the index or nothing of it: with a staged edit that came in between, nothing. */
const moveIndex = (ground: Ground, move: Move) => readTree(ground, move, ['-i'])

/** Undefined when it went well; else what stands in the way. */
async function readTree(
  { git, at }: Ground,
  { from, to }: Move,
  options: readonly string[],
): Promise<MoveOutcome | undefined> {
  const args = ['read-tree', '-m', ...options, from, to]
  const { code, stderr } = await git.run(at, args, { limitMs: LOOK_LIMIT_MS, fills: ['index'] })
  if (code === 0) return undefined
  const lock = findLock(stderr)
  if (lock !== undefined) return { kind: 'locked', lock }
  const files = [...stderr.matchAll(/'([^']+)'/g)].flatMap(([, name]) => name ?? [])
  if (files.length === 0) throw new CmuxError('GIT_FAILED', describeGitFailure('read-tree', stderr))
  return { kind: 'overlap', files: [...new Set(files)] }
}

/** A git that a killed server had started may have moved it before us. Then it is where it should be, and the files are left. */
async function bringRef(ground: Ground, move: Move): Promise<boolean> {
  if (await moveRef(ground, move, move.to, move.from)) return true
  return (await readRef(ground.git, ground.at, refOf(move))) === move.to
}

async function moveRef({ git, at }: Ground, move: Move, to: string, from: string): Promise<boolean> {
  const args = ['update-ref', '-m', `cmux: ${move.id}`, refOf(move), to, from]
  return (await git.run(at, args, { fills: ['refs'] })).code === 0
}

async function findWorkTree({ git, at, isShadow }: Ground, move: Move): Promise<string | undefined> {
  return isShadow ? move.project.path : findCheckout(git, at, refOf(move))
}

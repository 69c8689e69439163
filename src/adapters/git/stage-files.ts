// The files of a commit as git writes them, with line ends as the project wants them, in a folder that nobody else can write in.
import { mkdir, rm } from 'node:fs/promises'
import type { Git } from './git.ts'

/** A large tree is written once. */
const FILES_LIMIT_MS = 300_000

interface StageOrder {
  readonly gitDir: string
  readonly commit: string
  /** As git has them, a character a byte. */
  readonly paths: readonly string[]
  readonly folder: string
}

/** Begins anew each time: half of an earlier try is worth nothing. */
export async function stageFiles(git: Git, { gitDir, commit, paths, folder }: StageOrder): Promise<void> {
  await clearStage(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const at = { gitDir, workTree: folder, index: indexOf(folder) }
  const limits = { limitMs: FILES_LIMIT_MS, encoding: 'latin1' } as const
  await git.read(at, ['read-tree', commit], limits)
  const input = paths.map((path) => `${path}\0`).join('')
  await git.read(at, ['checkout-index', '-z', '--stdin'], { ...limits, input })
}

export async function clearStage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(indexOf(folder), { force: true })
}

const indexOf = (folder: string) => `${folder}.index`

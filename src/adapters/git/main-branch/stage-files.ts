// The files of a commit as git writes them, with line ends as the project wants them, in a folder that nobody else can write in.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { printed, type Git, type GitPlace } from '../git.ts'

/** A large tree is written once. */
const FILES_LIMIT_MS = 300_000

interface StageOrder {
  readonly at: GitPlace
  readonly commit: string
  /** As git has them, a character a byte. */
  readonly paths: readonly string[]
  readonly folder: string
}

/** Begins anew each time: half of an earlier try is worth nothing. */
export async function stageFiles(git: Git, { at, commit, paths, folder }: StageOrder): Promise<void> {
  await clearStage(folder)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const stage = { ...at, workTree: folder, index: join(indexFolder(folder), 'index') }
  await mkdir(indexFolder(folder), { recursive: true, mode: 0o700 })
  const limits = { limitMs: FILES_LIMIT_MS, encoding: 'latin1', fills: ['index', 'tree'] } as const
  const input = paths.map((path) => `${path}\0`).join('')
  const calls = [
    ['read-tree', commit],
    ['checkout-index', '-z', '--stdin'],
  ]
  const results = await git.batch(stage, calls, { ...limits, input })
  for (const [index, result] of results.entries()) printed(result, calls[index]?.[0])
}

export async function clearStage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await rm(indexFolder(folder), { recursive: true, force: true })
}

const indexFolder = (folder: string) => `${folder}.index`

// A project's pre-commit hook on disk: put there, taken away, looked at. A hook that was there before runs first, and comes back.
import { chmod, readFile, rename, rm, stat, writeFile, mkdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { FORMER_HOOK, HOOK_MARK } from './compose-commit-hook.ts'
import { openView } from '../build/open-view.ts'
import { readPersonalSetting } from '../build/run-git.ts'

export interface CommitHook {
  readonly file: string
  /** `other`: somebody else's, and none of ours. */
  readonly state: 'none' | 'ours' | 'other'
  readonly text: string
  /** One that was there before is kept, and runs first. */
  readonly keepsFormer: boolean
}

const PROGRAM_MODE = 0o755

export async function readCommitHook(root: string): Promise<CommitHook> {
  const file = join(await findFolder(root), 'pre-commit')
  const text = await readFile(file, 'utf8').catch(notThere)
  const former = await stat(join(dirname(file), FORMER_HOOK)).catch(notThere)
  const state = text === undefined ? 'none' : text.includes(`\n${HOOK_MARK}\n`) ? 'ours' : 'other'
  return { file, state, text: text ?? '', keepsFormer: former !== undefined }
}

export async function installCommitHook(root: string, text: string): Promise<CommitHook> {
  const { file, state, keepsFormer } = await readCommitHook(root)
  const former = join(dirname(file), FORMER_HOOK)
  if (state === 'other' && keepsFormer)
    throw new CmuxError('CONFLICT', `there are two hooks of others: ${file} and ${former}`, {
      hint: 'make one of them, then install it again',
    })
  await mkdir(dirname(file), { recursive: true })
  if (state === 'other') await rename(file, former)
  await writeFile(`${file}.new`, text)
  await chmod(`${file}.new`, PROGRAM_MODE)
  await rename(`${file}.new`, file)
  return readCommitHook(root)
}

export async function removeCommitHook(root: string): Promise<CommitHook> {
  const { file, state, keepsFormer } = await readCommitHook(root)
  if (state === 'ours' && keepsFormer) await rename(join(dirname(file), FORMER_HOOK), file)
  else if (state === 'ours') await rm(file)
  return readCommitHook(root)
}

/** Hooks that stand in the work tree are committed, or made by a tool of their own: not for us to write. */
async function findFolder(root: string): Promise<string> {
  const set = await readPersonalSetting(root, 'core.hooksPath').catch(() => '')
  await using view = await openView(root)
  const { common } = view
  if (set.trim() === '') return join(common, 'hooks')
  const folder = resolve(root, set.trim())
  if (folder.startsWith(`${common}/`)) return folder
  throw new CmuxError('CONFLICT', `the hooks of ${root} are kept in ${folder} (core.hooksPath)`, {
    hint: 'add the checks to the pre-commit hook there, or take the setting away: git config --unset core.hooksPath',
  })
}

function notThere(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw error
}

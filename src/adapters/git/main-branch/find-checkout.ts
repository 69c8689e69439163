// The work tree that has a branch checked out: the project's own, or another one that somebody added to the repository.
import { readdir, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Git, GitPlace } from '../git.ts'
import { readSmallText } from '../read-small-text.ts'

/** Undefined when none has. A git folder of ours stands for one work tree only, which its caller knows. */
export async function findCheckout(git: Git, at: GitPlace, ref: string): Promise<string | undefined> {
  if (at.of === 'cmux') return undefined
  const { own, common } = await git.view(at)
  const isOn = async (folder: string) => (await readSmallText(join(folder, 'HEAD')))?.trim() === `ref: ${ref}`
  if (await isOn(common)) return own === common ? at.workTree : common.replace(/\/\.git$/, '')
  const names = await readdir(join(common, 'worktrees')).catch(() => [])
  for (const folder of names.map((name) => join(common, 'worktrees', name))) {
    if (!(await isOn(folder))) continue
    const place = dirname((await readSmallText(join(folder, 'gitdir')))?.trim() ?? folder)
    return realpath(place).catch(() => place)
  }
  return undefined
}

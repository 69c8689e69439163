// What somebody is in the middle of in a checkout: moving its branch then would be pulling the ground from under them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfThere } from '../../files/read-if-there.ts'
import { kindOf } from '../workspaces/read-foreign.ts'

const SIGNS: readonly (readonly [file: string, what: string])[] = [
  ['MERGE_HEAD', 'a merge'],
  ['CHERRY_PICK_HEAD', 'a cherry-pick'],
  ['REVERT_HEAD', 'a revert'],
]
/** A branch that is being rebased counts as checked out nowhere. */
const REBASES = ['rebase-merge', 'rebase-apply']

export async function findInterrupted(
  gitDir: string,
  ref: string,
  isHere: boolean,
): Promise<string | undefined> {
  for (const [file, what] of isHere ? SIGNS : [])
    if ((await kindOf(join(gitDir, file))) !== undefined) return what
  const others = (await readdir(join(gitDir, 'worktrees')).catch(() => [])).map((name) =>
    join(gitDir, 'worktrees', name),
  )
  for (const folder of [gitDir, ...others])
    for (const name of REBASES)
      if ((await readIfThere(join(folder, name, 'head-name')).catch(() => undefined))?.trim() === ref)
        return 'a rebase'
  return undefined
}

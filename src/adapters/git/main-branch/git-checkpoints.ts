// What the main branch was before a change: a ref that keeps it, a tag that people find, and with them the folder of the change in
// our home, which has copies of the touched files.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChangeGround } from '../../../core/improve/change-ground.ts'
import { ChangeId } from '../../../protocol/ids.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import type { FindGitPlace } from '../find-git-place.ts'
import type { Git, GitPlace } from '../git.ts'
import { kindOf } from '../workspaces/read-foreign.ts'
import { readRef } from '../read-ref.ts'

const DELETED = { fills: ['deleted refs'] } as const

/** Keeps the commit of a plan. */
export const keptRef = (id: ChangeId) => `refs/cmux/changes/${id}`
const refOf = (id: ChangeId) => `refs/cmux/checkpoints/${id}`
const tagOf = (id: ChangeId) => `cmux/before/${id}`

export function makeGitCheckpoints(
  git: Git,
  home: string,
  findGitPlace: FindGitPlace,
): Pick<ChangeGround, 'checkpoint' | 'findCheckpoint' | 'listKept' | 'forget' | 'forgetPlan'> {
  const placeOf = ({ path }: Project): GitPlace => findGitPlace(path)
  const folderOf = (id: ChangeId) => join(home, 'changes', id)
  return {
    async checkpoint(project, id, commit) {
      const refs = [refOf(id), `refs/tags/${tagOf(id)}`]
      const input = refs.map((ref) => `update ${ref} ${commit}\n`).join('')
      await git.read(placeOf(project), ['update-ref', '--stdin'], { fills: ['refs'], input })
    },
    async findCheckpoint(project, id) {
      const commit = await readRef(git, placeOf(project), refOf(id))
      if (commit === undefined) return null
      const files = join(folderOf(id), 'files')
      return {
        commit,
        tag: tagOf(id),
        backups: (await kindOf(files)) === 'folder' ? files : null,
      }
    },
    async listKept() {
      const names = await readdir(join(home, 'changes')).catch(() => [])
      const ids = names.flatMap((name) => ChangeId.safeParse(name).data ?? [])
      return Promise.all(ids.map(async (id) => ({ id, touchedMs: (await stat(folderOf(id))).mtimeMs })))
    },
    async forget(project, id) {
      // A project that was removed, or is not there now, keeps its refs: nobody knows what became of it.
      if (project)
        await git.batch(
          placeOf(project),
          [refOf(id), `refs/tags/${tagOf(id)}`].map((ref) => ['update-ref', '-d', ref]),
          DELETED,
        )
      await rm(folderOf(id), { recursive: true, force: true })
    },
    async forgetPlan(projects, id) {
      // One that is not there now keeps the ref, which does no harm.
      for (const project of projects)
        await git.run(placeOf(project), ['update-ref', '-d', keptRef(id)], DELETED)
      await rm(folderOf(id), { recursive: true, force: true })
    },
  }
}

// The ground of workspaces, on git and folders. A workspace's own git folder is read as text and as objects, through a lens;
// git itself never runs on it.
import { join } from 'node:path'
import { REMOTE_SCRIPT } from '../../../core/pushes/write-remote-script.ts'
import type { WorkspaceGround } from '../../../core/workspaces/workspace-ground.ts'
import { buildWorkspace } from './build-workspace.ts'
import { diffWorkspace } from './diff-workspace.ts'
import type { Git } from '../git.ts'
import { makeHomeRefs } from './home-refs.ts'
import { makeKeptRefs } from './kept-refs.ts'
import { findTip, nameTip } from './lens.ts'
import {
  branchTip,
  findLenses,
  lookAtFiles,
  lookAtWorkspace,
  openSight,
  type LookDeps,
} from './look-at-workspace.ts'
import { moveWorkspace, settleMove } from './move-workspace.ts'
import { makeProjectDoor } from '../project-door.ts'
import { damaged } from './read-foreign.ts'
import { reportWorkspace } from './report-workspace.ts'
import { makeWorkspaceFolders } from './workspace-folders.ts'

export function makeGitWorkspaceGround(
  git: Git,
  home: string,
  onFreed: LookDeps['onFreed'],
): WorkspaceGround {
  const door = makeProjectDoor(git, home)
  const folders = makeWorkspaceFolders(home)
  const kept = makeKeptRefs(door)
  const homes = makeHomeRefs(door, kept)
  const deps = { door, folders, kept, homes, onFreed }
  return {
    find: folders.find,
    list: folders.list,
    listUnfinished: folders.listUnfinished,
    folder: folders.here,
    keepStart: kept.keepStart,
    async build(place) {
      const folder = folders.building(place)
      const start = await kept.start(place)
      if (start === undefined) throw damaged(folder, 'nobody knows which commit it starts from')
      const helper = join(home, 'agents', place.agent, REMOTE_SCRIPT)
      const index = folders.index(place)
      await buildWorkspace({ git, place, folder, source: door.at(place), start, helper, index })
      await folders.finishBuilding(place)
    },
    look: (place) => lookAtWorkspace(deps, place),
    lookAtTip: async (place) => branchTip(await openSight(deps, place), place),
    async lookAtRefs(place) {
      const { foreign } = await openSight(deps, place)
      const { refs, head } = foreign
      return new Map([...refs, ...(head === null ? [] : [['HEAD', head] as const])])
    },
    lookAtFiles: async (place) => lookAtFiles(deps, place, await openSight(deps, place)),
    async fetch(place, commits) {
      const { lens, known } = await findLenses(deps, place)
      const theirs: string[] = []
      for (const id of commits) {
        const ref = await findTip(known.gitDir, id)
        if (ref === undefined) theirs.push(id)
        else await kept.fetch(place, known, [{ id, ref }])
      }
      const tips = await Promise.all(theirs.map(async (id) => ({ id, ref: await nameTip(lens.gitDir, id) })))
      if (tips.length > 0) await kept.fetch(place, lens, tips)
    },
    landingFacts: homes.landingFacts,
    moveBranch: homes.moveBranch,
    putAside: homes.putAside,
    stash: homes.stash,
    leave: folders.leave,
    comeBack: folders.comeBack,
    giveUp: folders.giveUp,
    async clear(place) {
      await kept.drop(place)
      await homes.dropMergedBranch(place)
      await folders.clear(place)
    },
    follow: (place, order) => moveWorkspace(deps, place, order),
    settle: (place, order) => settleMove(deps, place, order),
    diff: (place) => diffWorkspace(deps, place),
    report: (place) => reportWorkspace(deps, place),
  }
}

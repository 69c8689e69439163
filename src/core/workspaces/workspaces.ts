// The life of a workspace: made, brought home from, saved, removed. The order here is the promise that work is never
// deleted (P6): what is not seen to be in the project stays where it is, and a crash anywhere only means doing it again.
import { makeTurns } from '../../lib/turns.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName, ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { WorkDiff } from '../../protocol/agents/work-diff.ts'
import type { WorkspaceReport } from '../../protocol/agents/workspace.ts'
import type { Clock } from '../clock.ts'
import { decideLanding } from './decide-landing.ts'
import { shareLooks } from './share-looks.ts'
import type {
  Followed,
  FollowOrder,
  Moved,
  Unsaved,
  WorkspaceGround,
  WorkspacePlace,
} from './workspace-ground.ts'

interface Workspace {
  readonly folder: string
  readonly branch: string
}

/** In words for people: what was kept, and how to get it back. */
type Kept = readonly string[]

export interface Workspaces {
  make(place: WorkspacePlace): Promise<Workspace>
  /** The one that is there, or a new one. */
  moveIn(place: WorkspacePlace): Promise<Workspace>
  /** Brings the commits of its branch into the project. */
  bringHome(place: WorkspacePlace): Promise<Kept>
  /** Brings what these refs of it, `HEAD` or whole ids name into the project, without moving a branch there. */
  take(place: WorkspacePlace, names: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Puts its uncommitted files on the project's stash list. */
  save(place: WorkspacePlace): Promise<Kept>
  /** Brings home, saves, looks whether that is true, and only then deletes. Nothing may work in it any more. */
  remove(place: WorkspacePlace): Promise<Kept>
  /** Brings it to the main branch when it has nothing of its own. Nothing may be at work in it. */
  follow(place: WorkspacePlace, order: Omit<FollowOrder, 'onMoved'>): Promise<Followed>
  report(place: WorkspacePlace): Promise<WorkspaceReport>
  diff(place: WorkspacePlace): Promise<WorkDiff>
  list(project: ProjectName): Promise<AgentName[]>
  /** Goes on with removals that a crash has interrupted. */
  finishRemovals(project: WorkspacePlace['project']): Promise<void>
}

export interface WorkspaceDeps {
  readonly ground: WorkspaceGround
  readonly clock: Clock
  /** A removal that was begun and can't be finished: a person has to look. */
  readonly onRefused: (place: WorkspacePlace, error: unknown) => void
  /** It is at another commit; may be told twice. */
  readonly onMoved: (place: WorkspacePlace, moved: Moved) => Promise<void>
}

const WHOLE_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Somebody else moving the same branch at the same time is rare; always losing to them is a fault. */
const MOVE_TRIES = 3

/** A status page waits no longer. */
const REPORT_LIMIT_MS = 15_000
/** Shorter than what a client waits. */
const DIFF_LIMIT_MS = 25_000
const NOT_KNOWN = { branch: null, ahead: null, behind: null, dirty: null }

export function makeWorkspaces({ ground, clock, onRefused, onMoved }: WorkspaceDeps): Workspaces {
  const inTurn = makeTurns()
  const toldOf = (place: WorkspacePlace) => ({ onMoved: (moved: Moved) => onMoved(place, moved) })
  // Nobody meets a move that was cut off.
  const turn = <T>(place: WorkspacePlace, work: () => Promise<T>) =>
    inTurn(`${place.project.name}/${place.agent}`, async () => {
      await ground.settle(place, toldOf(place))
      return work()
    })
  const now = () => timestampFromMs(clock.nowMs())
  const compare = shareLooks((place, begin) =>
    turn(place, async () => {
      begin()
      await expectHere(ground, place)
      return ground.diff(place)
    }),
  )
  const inTime = <T>(place: WorkspacePlace, look: Promise<T>) =>
    withLimit(clock, DIFF_LIMIT_MS, look, () => {
      throw new CmuxError('TIMED_OUT', `the work of ${place.agent} was not compared in time`)
    })
  const remove = (place: WorkspacePlace) => turn(place, () => removeWorkspace(ground, place, now))
  return {
    make: (place) => turn(place, () => makeWorkspace(ground, place)),
    moveIn: (place) =>
      turn(place, async () =>
        (await ground.find(place)) === 'here' ? describe(ground, place) : makeWorkspace(ground, place),
      ),
    bringHome: (place) =>
      turn(place, async () => {
        await expectHere(ground, place)
        const tip = await ground.lookAtTip(place)
        return tip === null ? [] : bringTip(ground, place, tip)
      }),
    take: (place, names) => turn(place, () => takeNamed(ground, place, names)),
    save: (place) => turn(place, () => saveFiles(ground, place, now())),
    remove,
    follow: (place, order) => turn(place, () => followMain(ground, place, { ...order, ...toldOf(place) })),
    report: (place) =>
      withLimit(
        clock,
        REPORT_LIMIT_MS,
        turn(place, () => ground.report(place)),
        () => ({
          ...NOT_KNOWN,
          agent: place.agent,
          folder: ground.folder(place),
          problem: 'it is busy: something longer is going on there',
        }),
      ),
    diff: (place) => inTime(place, compare(place)),
    list: (project) => ground.list(project),
    async finishRemovals(project) {
      for (const agent of await ground.listUnfinished(project.name)) {
        const place = { project, agent }
        // Back at work under the same name: not what was to be removed.
        if ((await ground.find(place)) === 'here') continue
        await remove(place).catch((error: unknown) => onRefused(place, error))
      }
    },
  }
}

async function followMain(
  ground: WorkspaceGround,
  place: WorkspacePlace,
  order: FollowOrder,
): Promise<Followed> {
  if ((await ground.find(place)) === 'here') return ground.follow(place, order)
  return { kind: 'stays', why: 'there is no workspace', isPassing: false }
}

async function makeWorkspace(ground: WorkspaceGround, place: WorkspacePlace): Promise<Workspace> {
  const state = await ground.find(place)
  if (state !== 'nowhere')
    throw new CmuxError('CONFLICT', `${place.agent} has a workspace already: ${ground.folder(place)}`, {
      hint: state === 'leaving' ? 'its removal was not finished: remove the agent again' : 'remove it first',
    })
  await ground.keepStart(place)
  await ground.build(place)
  return describe(ground, place)
}

const describe = (ground: WorkspaceGround, place: WorkspacePlace): Workspace => ({
  folder: ground.folder(place),
  branch: `agent/${place.agent}`,
})

async function removeWorkspace(
  ground: WorkspaceGround,
  place: WorkspacePlace,
  now: () => string,
): Promise<Kept> {
  const state = await ground.find(place)
  let kept: Kept = []
  if (state !== 'nowhere') {
    if (state === 'here') await ground.leave(place)
    try {
      kept = await saveEverything(ground, place, now())
      // Looked at again from the start: what counts is what is there now, not what we think we did.
      refuseUnsaved(place, await ground.look(place))
    } catch (error) {
      await ground.comeBack(place)
      throw error
    }
    await ground.giveUp(place)
  }
  await ground.clear(place)
  return kept
}

async function saveEverything(ground: WorkspaceGround, place: WorkspacePlace, at: string): Promise<Kept> {
  const { tip, others, snapshot, nested } = await ground.look(place)
  if (nested.length > 0) refuseUnsaved(place, { tip: null, others: [], snapshot: null, nested })
  const kept: string[] = []
  if (tip !== null) kept.push(...(await bringTip(ground, place, tip)))
  if (others.length > 0) await ground.fetch(place, others)
  for (const commit of others) kept.push(describeAside(await ground.putAside(place, commit), commit))
  if (snapshot) kept.push(...(await saveSnapshot(ground, place, snapshot, at)))
  return kept
}

async function bringTip(ground: WorkspaceGround, place: WorkspacePlace, tip: string): Promise<Kept> {
  await ground.fetch(place, [tip])
  for (let tries = 0; tries < MOVE_TRIES; tries += 1) {
    const facts = await ground.landingFacts(place, tip)
    const landing = decideLanding(tip, facts)
    if (landing === 'nothing') return []
    if (landing === 'aside') break
    if (await ground.moveBranch(place, tip, facts.branch))
      return [`commits up to ${tip} on the branch agent/${place.agent}`]
  }
  return [describeAside(await ground.putAside(place, tip), tip)]
}

async function takeNamed(ground: WorkspaceGround, place: WorkspacePlace, names: readonly string[]) {
  await expectHere(ground, place)
  const refs = await ground.lookAtRefs(place)
  const taken = new Map(
    names.map((name) => {
      const id = WHOLE_ID.test(name) ? name : refs.get(name)
      if (id !== undefined) return [name, id]
      throw new CmuxError('NOT_FOUND', `there is no ${name} in the workspace of ${place.agent}`)
    }),
  )
  await ground.fetch(place, [...new Set(taken.values())])
  return taken
}

async function saveFiles(ground: WorkspaceGround, place: WorkspacePlace, at: string): Promise<Kept> {
  await expectHere(ground, place)
  const { snapshot, nested } = await ground.lookAtFiles(place)
  const saved = snapshot ? await saveSnapshot(ground, place, snapshot, at) : []
  return [...saved, ...describeNested(nested)]
}

async function saveSnapshot(
  ground: WorkspaceGround,
  place: WorkspacePlace,
  { commit, files }: NonNullable<Unsaved['snapshot']>,
  at: string,
): Promise<Kept> {
  await ground.fetch(place, [commit])
  await ground.stash(
    place,
    commit,
    `cmux: ${countUncommitted(files)} of ${place.agent} on agent/${place.agent}, ${at}`,
  )
  return [`${countUncommitted(files)} as a stash: git stash apply ${commit}`]
}

async function expectHere(ground: WorkspaceGround, place: WorkspacePlace): Promise<void> {
  if ((await ground.find(place)) === 'nowhere')
    throw new CmuxError('NOT_FOUND', `${place.agent} has no workspace in ${place.project.name}`)
}

function refuseUnsaved(place: WorkspacePlace, { tip, others, snapshot, nested }: Unsaved): void {
  const left = [
    ...(tip === null ? [] : [`the commit ${tip}`]),
    ...others.map((commit) => `the commit ${commit}`),
    ...(snapshot ? [countUncommitted(snapshot.files)] : []),
    ...describeNested(nested),
  ]
  if (left.length === 0) return
  throw new CmuxError(
    'WORK_NOT_SAFE',
    `the workspace of ${place.agent} is kept, since it alone has ${left.join(', ')}`,
    {
      hint:
        nested.length > 0
          ? 'nothing was deleted: move the repositories inside of it elsewhere, or delete them, then try again'
          : 'nothing was deleted: something may still be writing there; stop it, then try again',
    },
  )
}

const describeAside = (ref: string, commit: string) => `${commit} under ${ref}: git branch NAME ${ref}`

const describeNested = (nested: readonly string[]) =>
  nested.map((path) => `the repository inside of it at ${path}`)

const countUncommitted = (count: number) => `${count} uncommitted file${count === 1 ? '' : 's'}`

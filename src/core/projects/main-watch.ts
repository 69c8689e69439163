// Looks where the main branches of projects stand. A branch moves by a change or by a person: a move that an agent could have made
// is an alert, and the rules that it brought don't count until a person accepts them.
import { makeTurns } from '../../lib/turns.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ProjectId } from '../../protocol/ids.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Principal } from '../access/principal.ts'
import { raiseAlerts, type AlertDeps, type Noticed } from '../alerts/raise-alerts.ts'
import type { Store } from '../store.ts'
import { decideSight, judgeMove, listWriters } from './judge-main.ts'
import type { MainSight } from './main-table.ts'
import type { Repositories } from './repositories.ts'

export interface MainWatchDeps extends AlertDeps {
  readonly store: Store
  readonly repositories: Pick<Repositories, 'readTip' | 'listSubjects' | 'hasOwnGit' | 'hasSameFiles'>
  /** Folders that the settings open to every agent. */
  readonly opened: readonly string[]
  /** Files and folders that rules are read from. */
  readonly rulePaths: readonly string[]
  readonly onError: (error: unknown, project: Project) => void
}

export interface MainWatch {
  /** Where the branch stands now, with everything that follows from it written down. */
  look(project: Project): Promise<MainSight>
  /** One that can't be read does not keep the others. */
  lookAtAll(): Promise<void>
  /** Runs `act`, which is to move the branch for a change. */
  moveByChange<T>(project: Project, move: NonNullable<MainSight['moving']>, act: () => Promise<T>): Promise<T>
  /** A person accepts the rules of this commit, which has to be the one that the branch stands at. */
  trust(project: Project, commit: string, by: Principal): Promise<void>
}

export function makeMainWatch(deps: MainWatchDeps): MainWatch {
  const { store } = deps
  const inTurn = makeTurns()
  const unread = new Set<ProjectId>()
  const put = (project: Project, sight: MainSight) => store.write(({ mains }) => mains.put(project.id, sight))
  const look = (project: Project) => inTurn(project.id, () => lookOnce(deps, project))
  return {
    look,
    async lookAtAll() {
      for (const project of await store.read.projects.list({ all: false })) {
        try {
          await look(project)
          unread.delete(project.id)
        } catch (error) {
          // Once: a folder that is gone is looked for again and again.
          if (!unread.has(project.id)) deps.onError(error, project)
          unread.add(project.id)
          await inTurn(project.id, () => noteWriters(deps, project))
        }
      }
    },
    moveByChange: (project, moving, act) =>
      inTurn(project.id, async () => {
        await put(project, { ...(await lookOnce(deps, project)), moving })
        const outcome = await act()
        await put(project, { ...(await lookOnce(deps, project)), moving: null })
        return outcome
      }),
    trust: (project, commit, by) =>
      inTurn(project.id, async () => {
        const sight = await lookOnce(deps, project)
        if (sight.commit !== commit)
          throw new CmuxError(
            'CONFLICT',
            `${project.mainBranch} of ${project.name} is at another commit now`,
            {
              hint: `look at it (\`cmux project show ${project.name}\`), then try again`,
            },
          )
        if (sight.doubt === null) return
        const { id, name } = project
        await store.write(async ({ mains, events }) => {
          await mains.put(id, { ...sight, trusted: commit, doubt: null })
          const data = { name, commit, before: sight.trusted }
          await events.append({ type: 'project.trusted', actor: by.actor, data })
        })
      }),
  }
}

/** The repository can't be read now. Should the branch have moved when it can, these agents could have done it, too. */
async function noteWriters(deps: MainWatchDeps, project: Project): Promise<void> {
  const sight = await deps.store.read.mains.byProject(project.id)
  const writers = await observeWriters(deps, project)
  const added = writers.filter(({ agent }) => sight?.writers.every((known) => known.agent !== agent))
  if (!sight || added.length === 0) return
  const next = { ...sight, writers: [...sight.writers, ...added] }
  await deps.store.write(({ mains }) => mains.put(project.id, next))
}

async function observeWriters({ store, repositories, opened }: MainWatchDeps, project: Project) {
  const ground = { hasOwnGit: repositories.hasOwnGit(project.path), opened }
  return listWriters(await store.read.agents.all(), project, ground)
}

async function lookOnce(deps: MainWatchDeps, project: Project): Promise<MainSight> {
  const { store, repositories, clock } = deps
  const { path, mainBranch, id } = project
  const sight = await store.read.mains.byProject(id)
  const commit = await repositories.readTip(path, mainBranch)
  const writers = await observeWriters(deps, project)
  const kind = judgeMove(sight, commit)
  if (sight && kind === 'still' && JSON.stringify(writers) === JSON.stringify(sight.writers)) return sight
  const trusted = sight?.trusted ?? null
  const hasSameRules =
    trusted !== null &&
    commit !== null &&
    kind !== 'still' &&
    (await repositories.hasSameFiles(path, trusted, commit, deps.rulePaths))
  const next = decideSight(sight, { commit, writers, hasSameRules, at: timestampFromMs(clock.nowMs()) })
  const alerts = sight && kind === 'unknown' ? [await describeMove(deps, project, sight, next)] : []
  await store.write(async (writer) => {
    await writer.mains.put(id, next)
    await raiseAlerts(deps, writer, alerts, null)
  })
  return next
}

async function describeMove(
  { repositories }: MainWatchDeps,
  { name, path, mainBranch, id }: Project,
  { commit: from, writers }: MainSight,
  { commit: to, doubt }: MainSight,
): Promise<Noticed> {
  const range = `${short(from)}..${short(to)}`
  const subjects = to === null ? [] : await repositories.listSubjects(path, from, to)
  const who = writers.map(({ agent }) => agent).join(', ')
  return {
    kind: 'main-moved',
    matter: `main ${id} ${from ?? ''}..${to ?? ''}`,
    project: name,
    title: `${mainBranch} of ${name} moved from ${short(from)} to ${short(to)} without a change; it could have been ${who}`,
    where: `${path}, ${range}`,
    count: 1,
    lines: [
      ...writers.map(({ agent, why }) => `${agent} ${why}`),
      ...(subjects.length === 0 ? [`no commits in ${range}`] : subjects),
      ...(doubt === null
        ? []
        : [`its new rules don't count until a person accepts them: cmux project trust ${name}`]),
    ],
  }
}

const SHORT_CHARS = 12
const short = (commit: string | null) => commit?.slice(0, SHORT_CHARS) ?? 'nothing'

// Takes a change as far as it goes: from its place in the queue over the checks to the main branch. Each state is written before
// its work begins, and the work of each can be done again, so that a kill anywhere only means beginning at the last one.
import type { Change } from '../../protocol/change.ts'
import type { Project } from '../../protocol/project.ts'
import { encloseCheck, type EncloseDeps } from './enclose-check.ts'
import type { CheckRunner } from './check-runner.ts'
import { moveChange } from './move-change.ts'
import type { MainBranch } from './main-branch.ts'
import type { ImproveDeps } from './plan-change.ts'

export interface RunDeps extends ImproveDeps, EncloseDeps {
  readonly main: MainBranch
  readonly checks: CheckRunner
}

const ACTOR = 'system'
/** Somebody who always moves the branch first has to be waited for. */
const REBASES_MAX = 3

/** Resolves when there is nothing more to do, or `signal` says stop: then whoever comes next goes on. */
export async function runChange(deps: RunDeps, change: Change, signal: AbortSignal): Promise<void> {
  const project = await deps.projects.get(change.project)
  for (let current: Change | undefined = change; current && !signal.aborted;)
    current = await takeStep(deps, project, current, signal)
}

type Taken = Promise<Change | undefined>

function takeStep(deps: RunDeps, project: Project, change: Change, signal: AbortSignal): Taken {
  if (change.state === 'queued') return beginChecks(deps, project, change)
  if (change.state === 'checking') return check(deps, project, change, signal)
  if (change.state === 'adopting') return adopt(deps, project, change)
  if (change.state === 'rolling_back') return undo(deps, project, change)
  return Promise.resolve(undefined)
}

async function beginChecks(deps: RunDeps, project: Project, change: Change): Taken {
  await deps.ground.setBranch(project, change.branch, change.head)
  return moveChange(deps, change.id, { to: 'checking', from: ['queued'], actor: ACTOR, checks: [] })
}

async function check(deps: RunDeps, project: Project, change: Change, signal: AbortSignal): Taken {
  const { id } = change
  const rules = await deps.projects.readRules(project)
  const tree = await deps.ground.buildTree(project, id, change.head)
  const results = []
  for (const one of change.skipTests ? [] : rules.checks) {
    const start = await encloseCheck(deps, tree, one.run)
    const result = await deps.checks.run({ id, folder: tree.folder, check: one, ...start }, signal)
    if (signal.aborted) return undefined
    results.push(result)
    const { name, outcome, detail } = result
    const data = { id, project: project.name, check: name, outcome, detail }
    await deps.store.write(({ events }) => events.append({ type: 'change.checked', actor: ACTOR, data }))
    if (outcome !== 'passed' && one.required) break
  }
  await deps.ground.clearTree(id)
  const failed = results.find(({ outcome, required }) => required && outcome !== 'passed')
  if (failed) {
    const note = `${failed.name} ${failed.detail}; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from: ['checking'], actor: ACTOR, checks: results, note })
  }
  const main = await deps.ground.main(project)
  if (main !== undefined && main !== change.base)
    return rebase(deps, project, { ...change, checks: results }, main)
  const adopted = { from: change.base, to: change.head }
  return moveChange(deps, id, { to: 'adopting', from: ['checking'], actor: ACTOR, checks: results, adopted })
}

/** What was checked is not what would be adopted: it is brought onto the new main branch, and checked there. */
async function rebase(deps: RunDeps, project: Project, change: Change, main: string): Taken {
  const { id, base, head, checks, rebases } = change
  const from = ['checking', 'adopting'] as const
  const refuse = (note: string) =>
    moveChange(deps, id, { to: 'refused', from, actor: ACTOR, checks, adopted: null, note })
  if (rebases >= REBASES_MAX)
    return refuse(`${project.mainBranch} moved ${rebases + 1} times meanwhile; try it again later`)
  const message = `${change.description}\n\nChange: ${id}\nAsked-by: ${change.author}\n`
  const joined = await deps.ground.join({ project, base, head, onto: main, message })
  if (joined.kind === 'conflict')
    return refuse(
      `${project.mainBranch} has moved, and the same is changed there in ${joined.files.join(', ')}; ${howToLook(change)}`,
    )
  await deps.ground.keep(project, id, joined.head)
  const { sha256 } = await deps.ground.compare(project, main, joined.head)
  const place = { base: main, head: joined.head, sha256, rebases: rebases + 1, adopted: null }
  return moveChange(deps, id, {
    to: 'queued',
    from,
    actor: ACTOR,
    ...place,
    note: `${project.mainBranch} has moved`,
  })
}

async function adopt(deps: RunDeps, project: Project, change: Change): Taken {
  const { id, adopted } = change
  if (!adopted) throw new Error(`nobody knows where ${id} is to go`)
  const move = { id, project, ...adopted }
  // It may be that we were killed while we did it.
  const left = await deps.main.finish(move)
  const main = await deps.ground.main(project)
  const outcome = main === adopted.to ? ({ kind: 'moved' } as const) : await deps.main.move(move)
  if (outcome.kind === 'raced' && main !== undefined) return rebase(deps, project, change, main)
  if (outcome.kind !== 'moved') {
    const why =
      outcome.kind === 'overlap'
        ? `there is uncommitted work in ${outcome.files.join(', ')}`
        : `${project.mainBranch} is checked out elsewhere, or gone`
    const note = `${why}; nothing was changed; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from: ['adopting'], actor: ACTOR, adopted: null, note })
  }
  await deps.ground.setBranch(project, change.branch, null)
  const note = left.length === 0 ? null : `these were being edited, and stay so: ${left.join(', ')}`
  return moveChange(deps, id, { to: 'good', from: ['adopting'], actor: ACTOR, note })
}

async function undo(deps: RunDeps, project: Project, change: Change): Taken {
  const { id, undone } = change
  if (!undone) throw new Error(`nobody knows how to undo ${id}`)
  const move = { id, project, ...undone }
  await deps.main.finish(move)
  const main = await deps.ground.main(project)
  const outcome = main === undone.to ? ({ kind: 'moved' } as const) : await deps.main.move(move)
  if (outcome.kind === 'moved')
    return moveChange(deps, id, { to: 'rolled_back', from: ['rolling_back'], actor: ACTOR })
  const why =
    outcome.kind === 'overlap'
      ? `it can't be rolled back over uncommitted work in ${outcome.files.join(', ')}`
      : `${project.mainBranch} has moved meanwhile, or is checked out elsewhere`
  const note = `${why}; nothing was changed`
  return moveChange(deps, id, { to: 'good', from: ['rolling_back'], actor: ACTOR, undone: null, note })
}

const howToLook = ({ branch, base }: Change) => `look at it with \`git diff ${base.slice(0, 12)} ${branch}\``

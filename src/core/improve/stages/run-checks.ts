// The checks of the main branch, on the files of the change: in a tree of their own, behind walls, each with a limit.
import { CmuxError } from '../../../protocol/cmux-error.ts'
import type { Change, CheckResult } from '../../../protocol/changes/change.ts'
import type { Project } from '../../../protocol/projects/project.ts'
import { requireSandbox } from '../../confinement/require-sandbox.ts'
import { howToLook } from '../risk/how-to-look.ts'
import { moveChange } from '../move-change.ts'
import { ACTOR, type RunDeps, type Stage } from '../run-deps.ts'
import { checkWiredIn } from './check-wired-in.ts'
import { passChecks } from './pass-checks.ts'
import { rebaseChange } from './rebase-change.ts'
import { recordCheck, runOneCheck } from './run-one-check.ts'

export const runChecks: Stage = async (deps, project, change, signal) => {
  const { id } = change
  const hindrance = change.skipTests ? undefined : await findHindrance(deps)
  if (hindrance !== undefined)
    return moveChange(deps, id, { to: 'refused', from: ['checking'], actor: ACTOR, note: hindrance })
  const checks = change.skipTests ? [] : await runAll(deps, project, change, signal)
  if (signal.aborted) return undefined
  await deps.ground.clearTree(id)
  const done = { checks, running: null }
  const failed = checks.find(isFailure)
  if (failed) {
    const note = `${failed.name} ${failed.detail}; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from: ['checking'], actor: ACTOR, ...done, note })
  }
  const main = await deps.ground.main(project)
  if (main === undefined) {
    const note = `${project.name} has no branch ${project.mainBranch} any more; ${howToLook(change)}`
    return moveChange(deps, id, { to: 'refused', from: ['checking'], actor: ACTOR, ...done, note })
  }
  if (main !== change.base) return rebaseChange(deps, project, { ...change, ...done }, main)
  return passChecks(deps, project, { ...change, ...done }, ['checking'])
}

/** Nothing that an agent wrote runs without a sandbox: a change waits for no machine to be mended, it is planned again. */
async function findHindrance(deps: RunDeps): Promise<string | undefined> {
  try {
    await requireSandbox(deps, 'checks')
    return undefined
  } catch (error) {
    if (error instanceof CmuxError) return `${error.message} (${error.hint})`
    throw error
  }
}

const isFailure = ({ outcome, required }: CheckResult) => required && outcome !== 'passed'

async function runAll(
  deps: RunDeps,
  project: Project,
  change: Change,
  signal: AbortSignal,
): Promise<CheckResult[]> {
  const rules = await deps.projects.readRules(project)
  // Without a check nobody needs the files.
  const [any] = rules.checks
  const tree = any && (await deps.ground.buildTree(project, change.id, change.head))
  const checks: CheckResult[] = []
  const steps = [
    ...(tree ? rules.checks.map((check) => () => runOneCheck(deps, change, { tree, check }, signal)) : []),
    () => checkWiredIn(deps, { project, rules }, change, signal),
  ]
  for (const step of steps) {
    const result = await step()
    if (signal.aborted) break
    // What was left out is told, and is no check that it has passed.
    if (result.outcome !== 'skipped') checks.push(result)
    await recordCheck(deps, change, checks, result)
    if (isFailure(result)) break
  }
  return checks
}

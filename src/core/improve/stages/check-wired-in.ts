// Is what is new used by anything? Asked of the tree before and of the tree after; what was unused before is nobody's fault now.
import type { Change, CheckResult } from '../../../protocol/changes/change.ts'
import type { Project, ProjectRules } from '../../../protocol/projects/project.ts'
import type { RunDeps } from '../run-deps.ts'
import { listNew, planWiredIn, WIRED_IN, type WiredInPlan } from '../wired-in.ts'
import { runOneCheck } from './run-one-check.ts'

const OUTPUT_MAX_BYTES = 4 * 1024 * 1024
const SHOWN_MAX = 100

interface Asked {
  readonly result: CheckResult
  /** Undefined when it could not be found out. */
  readonly findings: readonly string[] | undefined
}

export async function checkWiredIn(
  deps: RunDeps,
  place: { readonly project: Project; readonly rules: ProjectRules },
  change: Change,
  signal: AbortSignal,
): Promise<CheckResult> {
  const hasKnip = await deps.ground.hasKnip(place.project, change.head)
  const plan = planWiredIn(place.rules.file, hasKnip)
  if (plan.kind === 'skip')
    return {
      name: WIRED_IN,
      run: '',
      required: false,
      outcome: 'skipped',
      detail: plan.why,
      tail: '',
      tookMs: 0,
    }
  const ask = (commit: string, shownAs: string) =>
    askTree(deps, place.project, change, { plan, commit, shownAs, signal })
  const before = await ask(change.base, `${WIRED_IN}-before`)
  const after = await ask(change.head, WIRED_IN)
  const tookMs = before.result.tookMs + after.result.tookMs
  return { ...judge(before, after), tookMs }
}

interface Question {
  readonly plan: Extract<WiredInPlan, { kind: 'run' }>
  readonly commit: string
  readonly shownAs: string
  readonly signal: AbortSignal
}

async function askTree(deps: RunDeps, project: Project, change: Change, question: Question): Promise<Asked> {
  const { plan, commit, shownAs, signal } = question
  const tree = await deps.ground.buildTree(project, change.id, commit)
  const result = await runOneCheck(deps, change, { tree, check: plan.check, shownAs }, signal)
  // Finding something is a failure to most of these programs; any other one is theirs.
  const hasWorked = result.exitCode === 0 || result.exitCode === 1
  const { text } = await deps.outputs.read(change.id, shownAs, 0, OUTPUT_MAX_BYTES)
  return { result, findings: hasWorked ? plan.parse(text) : undefined }
}

function judge(before: Asked, { result, findings }: Asked): CheckResult {
  if (!findings) {
    if (before.findings)
      return { ...result, outcome: 'failed', detail: `could not be told: ${result.detail}` }
    return {
      ...result,
      outcome: 'skipped',
      required: false,
      detail: 'skipped: it does not work on the main branch either',
    }
  }
  const found = listNew(before.findings ?? [], findings)
  if (found.length === 0) return { ...result, outcome: 'passed', detail: 'passed', tail: '' }
  const detail = `found ${found.length} new unused ${found.length === 1 ? 'export or file' : 'exports or files'}`
  return { ...result, outcome: 'failed', detail, tail: found.slice(0, SHOWN_MAX).join('\n') }
}

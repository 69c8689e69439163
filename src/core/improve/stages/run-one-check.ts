// One check of a change, told of before and after.
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { Change, CheckResult } from '../../../protocol/changes/change.ts'
import type { Check } from '../../../protocol/project-file.ts'
import type { ChangeTree } from '../change-ground.ts'
import { encloseCheck } from '../enclose-check.ts'
import { ACTOR, type RunDeps } from '../run-deps.ts'

/** The history is no place for every line: each word that there is more comes after twice as long. */
const TELL_FIRST_MS = 1000
const TELL_MAX_MS = 32_000

export async function runOneCheck(
  deps: RunDeps,
  change: Change,
  order: { readonly tree: ChangeTree; readonly check: Check; readonly shownAs?: string },
  signal: AbortSignal,
): Promise<CheckResult> {
  const { tree, check, shownAs = check.name } = order
  const named = { ...check, name: shownAs }
  const start = await encloseCheck(deps, tree, check.run, { base: change.base })
  const about = { id: change.id, project: change.project, check: shownAs }
  const since = timestampFromMs(deps.clock.nowMs())
  await deps.store.write(async ({ changes, events }) => {
    await changes.update(change.id, { running: { check: shownAs, since } })
    await events.append({ type: 'change.checking', actor: ACTOR, data: about })
  })
  const onOutput = makeTeller(deps, about)
  return deps.checks.run({ id: change.id, folder: tree.folder, check: named, ...start, onOutput }, signal)
}

/** Kept with the change as it goes, so that whoever waits sees how far it is. */
export async function recordCheck(
  deps: RunDeps,
  { id, project }: Change,
  checks: readonly CheckResult[],
  { name, outcome, detail }: CheckResult,
): Promise<void> {
  const data = { id, project, check: name, outcome, detail }
  await deps.store.write(async ({ changes, events }) => {
    await changes.update(id, { checks: [...checks], running: null })
    await events.append({ type: 'change.checked', actor: ACTOR, data })
  })
}

function makeTeller(
  { store, clock, onError }: RunDeps,
  about: { readonly id: Change['id']; readonly project: Change['project']; readonly check: string },
): (bytes: number) => void {
  let gapMs = TELL_FIRST_MS
  let toldAtMs = Number.NEGATIVE_INFINITY
  let told = 0
  return (bytes) => {
    if (bytes === told || clock.monotonicMs() - toldAtMs < gapMs) return
    if (toldAtMs > 0) gapMs = Math.min(gapMs * 2, TELL_MAX_MS)
    toldAtMs = clock.monotonicMs()
    told = bytes
    const data = { ...about, bytes }
    store
      .write(({ events }) => events.append({ type: 'change.output', actor: ACTOR, data }))
      .catch((error: unknown) => onError(error, 'telling of what a check says'))
  }
}

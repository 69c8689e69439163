// The checks of a change as they stand: its record has those that are over and the one that runs, the project's rules the rest. Pure.
import type { Change, CheckResult } from '../../../protocol/changes/change.ts'
import type { Check } from '../../../protocol/project-file.ts'

export interface ShownCheck {
  readonly name: string
  readonly run: string | null
  readonly required: boolean
  readonly outcome: CheckResult['outcome'] | 'running' | 'waiting'
  readonly detail: string
  /** Its last lines; null when they are not known yet. */
  readonly tail: string | null
  readonly tookMs: number | null
}

export function listChecks(
  { state, checks, running, skipTests }: Pick<Change, 'state' | 'checks' | 'running' | 'skipTests'>,
  rules: readonly Pick<Check, 'name' | 'run' | 'required'>[],
): readonly ShownCheck[] {
  if (state !== 'checking' || skipTests) return checks
  const over = new Set(checks.map(({ name }) => name))
  // A check that no rule names, such as the look for what nothing uses.
  const other = running && !rules.some(({ name }) => name === running.check) ? [running.check] : []
  const left = [...rules, ...other.map((name) => ({ name, run: null, required: true }))]
  const open = left
    .filter(({ name }) => !over.has(name))
    .map(({ name, run, required }) => {
      const outcome: ShownCheck['outcome'] = name === running?.check ? 'running' : 'waiting'
      return { name, run, required, outcome, detail: '', tail: null, tookMs: null }
    })
  return [...checks, ...open]
}

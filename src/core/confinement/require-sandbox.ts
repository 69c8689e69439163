// Asks whether the sandbox works, where that matters, and refuses what would have to run without one.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ConfineSettings } from './confine-settings.ts'
import type { Confinement } from './confinement.ts'
import { decideSandbox } from './decide-sandbox.ts'

export interface SandboxDeps {
  readonly confinement: Pick<Confinement, 'examine'>
  readonly confine: Pick<ConfineSettings, 'mode'>
}

/** Resolves with null when it is to be started in the sandbox, else with the reason why it is started without one. */
export async function requireSandbox(
  { confinement, confine: { mode } }: SandboxDeps,
  what: string,
  wanted = true,
): Promise<string | null> {
  const state = mode === 'off' || !wanted ? undefined : await confinement.examine()
  const verdict = decideSandbox({ mode, what, wanted, state })
  if (verdict.kind === 'sandboxed') return null
  if (verdict.kind === 'bare') return verdict.why
  const { why, hint } = verdict
  throw new CmuxError('CONFINEMENT_REQUIRED', why, hint === undefined ? {} : { hint })
}

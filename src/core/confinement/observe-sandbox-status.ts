// How the sandbox of this machine is told in `status`, `next`, `doctor` and after `up`.
import type { SandboxStatus } from '../../protocol/sandbox.ts'
import type { SandboxDeps } from './require-sandbox.ts'

export async function observeSandboxStatus({
  confinement,
  confine: { mode },
}: SandboxDeps): Promise<SandboxStatus> {
  if (mode === 'off') return { mode, state: 'off', detail: 'agents.confine.mode is off', hint: null }
  const state = await confinement.examine()
  if (state.kind === 'works') return { mode, state: 'works', detail: null, hint: null }
  return { mode, state: 'missing', detail: state.detail, hint: state.hint }
}

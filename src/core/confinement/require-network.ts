// Asks whether agents can have a network of their own, where the settings want one, and refuses what would have to do without.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { ConfineSettings } from './confine-settings.ts'
import type { Confinement } from './confinement.ts'
import { decideNetwork, type NetworkVerdict } from './decide-network.ts'

export interface NetworkDeps {
  readonly confinement: Pick<Confinement, 'examineNetwork'>
  readonly confine: Pick<ConfineSettings, 'mode' | 'network'>
}

export async function requireNetwork({
  confinement,
  confine: { mode, network },
}: NetworkDeps): Promise<Exclude<NetworkVerdict, { kind: 'refused' }>> {
  const state = network === 'open' ? await confinement.examineNetwork() : undefined
  const verdict = decideNetwork({ mode, network, state })
  if (verdict.kind !== 'refused') return verdict
  throw new CmuxError('CONFINEMENT_REQUIRED', verdict.why, { hint: verdict.hint })
}

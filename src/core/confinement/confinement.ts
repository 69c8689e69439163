// What agents need of something that can build walls around a program.
import type { NetworkState, SandboxNetwork } from './network.ts'
import type { LimitsInForce } from './sandbox-limits.ts'
import type { Wall } from './wall.ts'

export type ConfinementState =
  | { readonly kind: 'works'; readonly limits?: LimitsInForce }
  /** `detail`: why not, in a few words; `hint`: how to get it. */
  | { readonly kind: 'missing'; readonly detail: string; readonly hint: string }

interface Enclosure {
  readonly walls: readonly Wall[]
  readonly folder: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly environment: Readonly<Record<string, string>>
  /** It may build walls of its own inside. */
  readonly mayNest: boolean
  readonly network: SandboxNetwork
}

export interface Confinement {
  /** Is it there, and does it work on this machine? Makes no home that is not there. */
  examine(): Promise<ConfinementState>
  /** Can it give a program a network of its own? Changes nothing. */
  examineNetwork(): Promise<NetworkState>
  /** How the same program is started behind these walls. Makes the folders that they say are made. */
  enclose(order: Enclosure): Promise<Pick<Enclosure, 'command' | 'environment'>>
}

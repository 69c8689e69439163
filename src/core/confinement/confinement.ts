// What agents need of something that can build walls around a program.
import type { Wall } from './wall.ts'

export type ConfinementState =
  | { readonly kind: 'works' }
  /** `detail`: why not, in a few words; `hint`: how to get it. */
  | { readonly kind: 'missing'; readonly detail: string; readonly hint: string }

interface Enclosure {
  readonly walls: readonly Wall[]
  readonly folder: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly environment: Readonly<Record<string, string>>
  /** It may build walls of its own inside. */
  readonly mayNest: boolean
  /** Nobody can be reached from inside. */
  readonly isAlone?: true
  /** No network but this: what is sent to the port inside comes out at the socket, by this program. */
  readonly onlyTo?: { readonly port: number; readonly socket: string; readonly forwarder: readonly string[] }
}

export interface Confinement {
  /** Is it there, and does it work on this machine? Changes nothing. */
  examine(): Promise<ConfinementState>
  /** How the same program is started behind these walls. Makes the folders that they say are made. */
  enclose(order: Enclosure): Promise<Pick<Enclosure, 'command' | 'environment'>>
}

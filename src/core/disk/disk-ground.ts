// What the care of the disk needs of the outside.
import type { DiskSight } from '../metrics/machine-eyes.ts'
import type { Removable } from './removable.ts'

/** Something large, and what a person could do about it. */
export interface LargePart {
  readonly path: string
  readonly bytes: number
  readonly command: string
}

export interface DiskGround {
  look(): Promise<DiskSight>
  listRemovable(): Promise<Removable[]>
  /** Work is saved first; what can't be saved is refused and stays. */
  remove(one: Removable): Promise<void>
  /** The largest parts of the home that people may decide about, largest first. */
  listLarge(): Promise<LargePart[]>
}

// What looking around needs of a file system, as a port.
import type { Sight } from '../../protocol/agents/sight.ts'

export interface FolderDoor {
  /** Undefined when nothing is there, or the way to it leads through a link. */
  look(root: string, way: readonly string[]): Promise<Sight | undefined>
}

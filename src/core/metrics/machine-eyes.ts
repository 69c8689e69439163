// What is looked at of the machine. Times of processors count up; what was used is the difference between two looks.

export interface FamilySight {
  readonly cpuMs: number
  readonly memoryBytes: number
  readonly processes: number
}

export interface DiskSight {
  readonly usedBytes: number
  /** What we may still write. */
  readonly freeBytes: number
}

export interface MachineSight {
  /** Of all processors together. */
  readonly cpu: { readonly busyMs: number; readonly allMs: number }
  readonly memory: { readonly usedBytes: number; readonly totalBytes: number }
  readonly disk: DiskSight
  /** By the first process of each; those that are not there are not in it. */
  readonly families: ReadonlyMap<number, FamilySight>
}

export interface MachineEyes {
  /** `roots`: processes that are of interest, each with all that it has started. */
  look(roots: readonly number[]): Promise<MachineSight>
}

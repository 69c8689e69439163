// How much one sandbox may use of the machine.

export interface SandboxLimits {
  /** All processes of a sandbox together. */
  readonly memoryBytes: number
  /** A person has said so, and not cmux. Then it also holds for each process alone, where the kernel can't add them up. */
  readonly isMemoryAsked: boolean
  readonly processes: number
  /** One file. */
  readonly fileBytes: number
  /** What is written into an empty place of a sandbox is memory. */
  readonly emptyBytes: number
}

/** What keeps a sandbox to its limits on this machine: a group of the kernel's counts all of it, a limit of a process itself alone. */
export interface LimitsInForce {
  readonly processes: 'group' | 'process' | 'none'
  readonly memory: 'group' | 'process' | 'none'
}

// How many agents may begin now. Pure. After a reboot or the death of tmux all of them want to start at once, and a machine
// that runs out of memory loses more than it gains.

/** What the machine has left, measured at each look. */
export interface MachineRoom {
  readonly cores: number
  /** Null where the system doesn't say what could be had without swapping. */
  readonly availableBytes: number | null
}

/** A start waits for disk, network and its own tools for more than half of its time. */
const STARTS_PER_CORE = 4
/** A coding agent with its tools, some seconds after its start. Claude Code takes about 400 MiB, OpenCode more. */
const AGENT_BYTES = 512 * 2 ** 20
/** Left for the person's own work and for builds of the agents. */
const RESERVE_BYTES = 512 * 2 ** 20

/** Agents that are starting count in full: they have not taken their memory yet. One may always start, or nothing would ever. */
export function planStarts({ cores, availableBytes }: MachineRoom, underWay: number): number {
  const byMemory =
    availableBytes === null ? Infinity : Math.floor((availableBytes - RESERVE_BYTES) / AGENT_BYTES)
  return Math.max(underWay === 0 ? 1 : 0, Math.min(cores * STARTS_PER_CORE, byMemory) - underWay)
}

// Every wait and count of the agents' care, with its default (CONTRACT.md). Tests pass shorter ones.
export interface AgentLimits {
  /** Restarts within the window before a person is told. */
  readonly restartsMax: number
  readonly restartWindowMs: number
  /** Before the first, second, … restart within the window; the last holds for all further ones. */
  readonly backOffMs: readonly number[]
  /** Starts at the same time; `auto` is as many as memory and cores allow. */
  readonly startsAtOnce: number | 'auto'
  /** How long a start counts as under way. */
  readonly startingMs: number
  /** How long its first prompt waits for our tools. */
  readonly toolsMs: number
  /** From the polite signal to the one that nobody can ignore. */
  readonly stopMs: number
  /** How long tmux may take to learn how a process has ended. */
  readonly vagueMs: number
  /** How long a tool waits for a person. */
  readonly approvalMs: number
  /** Tries to deliver one message; then it is dead. */
  readonly messageTriesMax: number
  readonly agentsMax: number
  readonly agentsPerProjectMax: number
  /** From this many on, half of them dead at once is more likely our mistake than theirs. */
  readonly breakerMin: number
}

export const AGENT_LIMITS: AgentLimits = {
  restartsMax: 5,
  restartWindowMs: 10 * 60_000,
  backOffMs: [0, 1000, 3000, 10_000, 30_000],
  startsAtOnce: 'auto',
  startingMs: 20_000,
  toolsMs: 30_000,
  stopMs: 5000,
  vagueMs: 3000,
  approvalMs: 59 * 60_000,
  messageTriesMax: 8,
  agentsMax: 200,
  agentsPerProjectMax: 50,
  breakerMin: 4,
}

// The clocks have parted: what is kept of an agent as a moment is moved to where the new clock would have it, so that every wait and
// every silence goes on as long as it should. Pure.
import { timestampFromMs, type Timestamp } from '../../protocol/timestamp.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'

/** What changed; nothing for an agent that waits for nothing. */
export function replanAgent(record: AgentRecord, byMs: number): AgentChange {
  const move = (at: Timestamp) => timestampFromMs(Date.parse(at) + byMs)
  const { ending, startedAt, toolsAt, turn, movedAt, restedAt, cutAt, clockedAt, context } = record
  const { compaction, shortenedAt, interrupt, elsewhere, paused } = record
  return {
    statusSince: move(record.statusSince),
    ...(ending && { ending: { ...ending, askedAt: move(ending.askedAt) } }),
    ...(startedAt && { startedAt: move(startedAt) }),
    ...(toolsAt && { toolsAt: move(toolsAt) }),
    ...(turn && { turn: { ...turn, at: move(turn.at) } }),
    ...(movedAt && { movedAt: move(movedAt) }),
    ...(restedAt && { restedAt: move(restedAt) }),
    ...(cutAt && { cutAt: move(cutAt) }),
    ...(clockedAt && { clockedAt: move(clockedAt) }),
    ...(context && { context: { ...context, at: move(context.at) } }),
    ...(compaction && { compaction: { ...compaction, since: move(compaction.since) } }),
    ...(shortenedAt && { shortenedAt: move(shortenedAt) }),
    ...(interrupt && {
      interrupt: {
        ...interrupt,
        at: move(interrupt.at),
        settledAt: interrupt.settledAt && move(interrupt.settledAt),
      },
    }),
    ...(elsewhere && { elsewhere: replanElsewhere(elsewhere, move) }),
    // A rest for a quota ends at an hour of the day; only a clock that was set back would keep it too long.
    ...(paused?.until && byMs < 0 && { paused: { ...paused, until: move(paused.until) } }),
  }
}

function replanElsewhere(
  elsewhere: NonNullable<AgentRecord['elsewhere']>,
  move: (at: Timestamp) => Timestamp,
): NonNullable<AgentRecord['elsewhere']> {
  const { beat, upSince, silence } = elsewhere
  return {
    ...elsewhere,
    beat: beat && { ...beat, at: move(beat.at) },
    upSince: upSince && move(upSince),
    silence: silence && {
      ...silence,
      since: move(silence.since),
      steppedAt: silence.steppedAt && move(silence.steppedAt),
    },
  }
}

// Is there a tmux to put agents in, and does ours answer? The first is asked through the program itself and remembered for a
// while: it is not free.
import type { Clock } from '../../core/clock.ts'
import type { HealthProbe } from '../../core/health/observe-parts.ts'
import type { Terminals } from '../../core/terminals/terminals.ts'
import type { ComponentHealth } from '../../protocol/health.ts'
import { withLimit } from '../../lib/with-limit.ts'
import { runProgram } from '../process/run-program.ts'

const VERSION_LIMIT_MS = 1000
const REMEMBER_MS = 30_000
/** Well below a watchdog's patience: a tmux that stands still must not have the server taken for hung. */
const ANSWER_LIMIT_MS = 500

/** Without `terminals` only the program is looked at. */
export function makeTmuxProbe(clock: Clock, terminals?: Pick<Terminals, 'observe'>): HealthProbe {
  let known: { health: ComponentHealth; untilMs: number } | undefined
  return async () => {
    if (!known || clock.monotonicMs() >= known.untilMs)
      known = { health: await observeProgram(), untilMs: clock.monotonicMs() + REMEMBER_MS }
    return terminals && known.health.status === 'healthy'
      ? observeServer(clock, terminals, known.health)
      : known.health
  }
}

async function observeProgram(): Promise<ComponentHealth> {
  try {
    const { code, stdout, stderr } = await runProgram('tmux', ['-V'], VERSION_LIMIT_MS)
    if (code === 0) return { status: 'healthy', detail: stdout.trim() }
    return { status: 'unhealthy', detail: `tmux -V ended with ${code}: ${stderr.trim()}` }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { status: 'unhealthy', detail: 'tmux is not installed, and agents live in it' }
    return {
      status: 'unhealthy',
      detail: `tmux can't be run: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

async function observeServer(
  clock: Clock,
  terminals: Pick<Terminals, 'observe'>,
  program: ComponentHealth,
): Promise<ComponentHealth> {
  const sight = await withLimit(clock, ANSWER_LIMIT_MS, terminals.observe(), () => ({
    kind: 'unknown' as const,
    reason: `nothing within ${ANSWER_LIMIT_MS} ms`,
  }))
  if (sight.kind === 'seen') return program
  return { status: 'unhealthy', detail: `${program.detail} gives no answer: ${sight.reason}` }
}

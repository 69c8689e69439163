// Is there a tmux to put agents in? Asked through the program itself, and remembered for a while: it is not free.
import type { Clock } from '../../core/clock.ts'
import type { HealthProbe } from '../../core/health/observe-parts.ts'
import type { ComponentHealth } from '../../protocol/health.ts'
import { runProgram } from '../process/run-program.ts'

const VERSION_LIMIT_MS = 1000
const REMEMBER_MS = 30_000

export function makeTmuxProbe(clock: Clock): HealthProbe {
  let known: { health: ComponentHealth; untilMs: number } | undefined
  return async () => {
    if (known && clock.monotonicMs() < known.untilMs) return known.health
    const health = await observeTmux()
    known = { health, untilMs: clock.monotonicMs() + REMEMBER_MS }
    return health
  }
}

async function observeTmux(): Promise<ComponentHealth> {
  try {
    const { code, stdout, stderr } = await runProgram('tmux', ['-V'], VERSION_LIMIT_MS)
    if (code === 0) return { status: 'healthy', detail: stdout.trim() }
    return { status: 'unhealthy', detail: `tmux -V ended with ${code}: ${stderr.trim()}` }
  } catch (error) {
    return {
      status: 'unhealthy',
      detail: `tmux can't be run: ${error instanceof Error ? error.message : String(error)}`,
    }
  }
}

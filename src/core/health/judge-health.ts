// From what each part says of itself to one verdict.
import type { ComponentHealth, Verdict } from '../../protocol/health.ts'

export interface HealthParts {
  readonly store: ComponentHealth
  readonly tmux: ComponentHealth
  readonly frontend: ComponentHealth
}

/** Without the store nothing can be accepted; without tmux or the front end the rest still works. */
export function judgeHealth(parts: HealthParts, isSlow = false): Verdict {
  if (parts.store.status === 'unhealthy') return 'unhealthy'
  const whole = Object.values(parts).every((part) => part.status === 'healthy')
  return whole && !isSlow ? 'healthy' : 'degraded'
}

// The health answer of safe mode: the form of every health answer, and the reason.
import type { Story } from './read-story.ts'

export interface SafeHealth {
  readonly status: 'unhealthy'
  readonly mode: 'safe'
  readonly api: 'unhealthy'
  readonly frontend: { readonly status: 'unhealthy' }
  readonly store: { readonly status: 'unhealthy' }
  readonly tmux: { readonly status: 'unhealthy' }
  readonly release: Story['release']
  readonly pid: number
  readonly uptimeSec: number
  readonly diagnosis: string
}

export function makeSafeHealth(release: Story['release'], diagnosis: string): SafeHealth {
  const part = { status: 'unhealthy' } as const
  return {
    status: 'unhealthy',
    mode: 'safe',
    api: 'unhealthy',
    frontend: part,
    store: part,
    tmux: part,
    release,
    pid: process.pid,
    uptimeSec: Math.floor(process.uptime()),
    diagnosis,
  }
}

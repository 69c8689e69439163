// The parts of cmux and how each of them stands, as rows.
import { describeSlowness } from '../../protocol/releases/describe-slowness.ts'
import type { Health } from '../../protocol/health.ts'
import type { Status } from '../../protocol/machine/status.ts'
import type { Tone } from '../ui/tone.ts'

export interface Part {
  readonly name: string
  readonly tone: Tone
  readonly state: string
  readonly detail: string
}

const TONES = { healthy: 'well', degraded: 'worry', unhealthy: 'bad' } as const

export function listParts(health: Health, watchdog: Status['watchdog'] | undefined): readonly Part[] {
  return [
    part('server', health.api, describeServer(health)),
    ...(watchdog === undefined ? [] : [describeWatchdog(watchdog), describeStandby(watchdog)]),
    part('store', health.store.status, health.store.detail),
    part('tmux', health.tmux.status, health.tmux.detail),
    part('front end', health.frontend.status, health.frontend.detail),
  ]
}

function part(name: string, state: Health['status'], detail = ''): Part {
  return { name, state, detail, tone: TONES[state] }
}

function describeServer({ slow, pid, uptimeSec }: Health): string {
  const late = slow?.part === 'server' ? `${describeSlowness(slow)}; ` : ''
  return `${late}process ${pid}, up ${sayUptime(uptimeSec)}`
}

function describeWatchdog(watchdog: Status['watchdog']): Part {
  if (!watchdog)
    return {
      name: 'watchdog',
      tone: 'worry',
      state: 'none',
      detail: 'the server runs without a watchdog: nothing would restart it',
    }
  if (watchdog.trouble !== null)
    return { name: 'watchdog', tone: 'worry', state: 'degraded', detail: watchdog.trouble }
  const trial = watchdog.next === null ? '' : `${watchdog.next.id} is on trial`
  return { name: 'watchdog', tone: 'well', state: 'healthy', detail: trial }
}

const STANDBY_TONES = { warm: 'well', loading: 'busy', none: 'worry' } as const

function describeStandby(watchdog: Status['watchdog']): Part {
  if (!watchdog) return { name: 'standby', tone: 'quiet', state: 'none', detail: 'needs a watchdog' }
  const { state, why } = watchdog.standby
  const detail = why ?? (state === 'warm' ? 'takes over at once when the server dies' : '')
  return { name: 'standby', tone: STANDBY_TONES[state], state, detail }
}

function sayUptime(seconds: number): string {
  if (seconds < 120) return `${Math.floor(seconds)} s`
  if (seconds < 7200) return `${Math.floor(seconds / 60)} min`
  if (seconds < 172_800) return `${Math.floor(seconds / 3600)} h`
  return `${Math.floor(seconds / 86_400)} d`
}

import { expect, test } from 'vitest'
import type { Health } from '../../protocol/health.ts'
import type { WatchdogStatus } from '../../protocol/machine/status.ts'
import { listParts } from './list-parts.ts'

const HEALTH: Health = {
  status: 'healthy',
  api: 'healthy',
  frontend: { status: 'healthy' },
  store: { status: 'healthy' },
  tmux: { status: 'degraded', detail: 'it does not answer' },
  release: { id: 'abc', state: 'good' },
  pid: 7,
  uptimeSec: 200,
}
const WATCHDOG: WatchdogStatus = {
  guard: 'g1',
  build: 'g1',
  next: null,
  refused: null,
  noStandby: null,
  standby: { state: 'warm', why: null },
  trouble: null,
}
const say = (watchdog: WatchdogStatus | null) =>
  listParts(HEALTH, watchdog).map(({ name, tone, state }) => `${name} ${state} ${tone}`)

test.each([
  ['all is guarded', WATCHDOG, ['watchdog healthy well', 'standby warm well']],
  [
    'no standby',
    { ...WATCHDOG, standby: { state: 'none', why: 'too little memory' } } as const,
    ['watchdog healthy well', 'standby none worry'],
  ],
  [
    'a watchdog with trouble',
    { ...WATCHDOG, trouble: 'the disk is full' },
    ['watchdog degraded worry', 'standby warm well'],
  ],
  ['a server alone', null, ['watchdog none worry', 'standby none quiet']],
])('[U6] each part of cmux has its word: %s', (_, watchdog, guards) => {
  expect(say(watchdog)).toEqual([
    'server healthy well',
    ...guards,
    'store healthy well',
    'tmux degraded worry',
    'front end healthy well',
  ])
})

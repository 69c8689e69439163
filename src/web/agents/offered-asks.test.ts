import { expect, test } from 'vitest'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { offeredAsks } from './offered-asks.ts'

test('[A7] one that runs can be asked for everything', () => {
  expect(offeredAsks({ status: 'idle', desired: 'running', paused: null }).map(({ title }) => title)).toEqual(
    ['Interrupt', 'Pause', 'Restart', 'Restart, new session', 'Clear', 'Compact', 'Stop', 'Remove…'],
  )
})

test.each([
  { status: 'stopped', desired: 'stopped' },
  { status: 'dead', desired: 'running' },
] as const)('[A7] one that is $status can be started or removed', (agent) => {
  expect(offeredAsks({ ...agent, paused: null }).map(({ title }) => title)).toEqual([
    'Start',
    'Start, new session',
    'Remove…',
  ])
})

test('[O3] one that is paused can be resumed first of all, and takes no command', () => {
  const paused = { since: timestampFromMs(0), by: 'owner', why: null }
  const titles = offeredAsks({ status: 'paused', desired: 'running', paused }).map(({ title }) => title)
  expect(titles).toEqual(['Resume', 'Restart', 'Restart, new session', 'Stop', 'Remove…'])
})

import { expect, test } from 'vitest'
import { offeredAsks } from './offered-asks.ts'

test('[A7] one that runs can be asked for everything', () => {
  expect(offeredAsks({ status: 'idle', desired: 'running' }).map(({ title }) => title)).toEqual([
    'Interrupt',
    'Restart',
    'Restart afresh',
    'Clear',
    'Compact',
    'Stop',
    'Remove…',
  ])
})

test.each([
  { status: 'stopped', desired: 'stopped' },
  { status: 'dead', desired: 'running' },
] as const)('[A7] one that is $status can be started or removed', (agent) => {
  expect(offeredAsks(agent).map(({ title }) => title)).toEqual(['Start', 'Start afresh', 'Remove…'])
})

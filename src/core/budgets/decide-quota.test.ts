import { expect, test } from 'vitest'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord, Pause } from '../agents/agent-record.ts'
import { decideQuota } from './decide-quota.ts'
import { parseQuotaReset } from './parse-quota-reset.ts'

const NOW_MS = Date.UTC(2026, 0, 20, 12)
const REST_MS = 1_800_000
const at = (agoMs: number) => timestampFromMs(NOW_MS - agoMs)

const agent = (name: string, more: Partial<AgentRecord> = {}) =>
  ({
    name: name as AgentName,
    desired: 'running',
    gaveUp: null,
    paused: null,
    status: 'idle',
    evidence: [],
    quota: null,
    ...more,
  }) as unknown as AgentRecord
const failing = (name: string, says = 'rate_limit', agoMs = 1000) =>
  agent(name, { quota: { at: at(agoMs), says } })
const pausedBy = (by: string) => ({
  paused: { since: at(0), by, why: null, cutsTurn: false } satisfies Pause,
})
const dialog = (name: string) =>
  agent(name, {
    status: 'waiting',
    evidence: [{ source: 'screen', says: 'asks (quota): usage limit reached', at: at(0) }],
  })

const ABC = ['a', 'b', 'c']

const decide = (records: readonly AgentRecord[]) => {
  const rest = decideQuota(records, { nowMs: NOW_MS, restMs: REST_MS })
  return (
    rest && { names: rest.agents.map(({ name }) => name), inMs: rest.untilMs - NOW_MS, isTold: rest.isTold }
  )
}

test.each([
  ['nobody', [agent('a'), agent('b'), agent('c')], undefined],
  ['two only', [failing('a'), failing('b')], undefined],
  [
    'three',
    [failing('a'), failing('b'), failing('c')],
    { names: ['a', 'b', 'c'], inMs: REST_MS, isTold: false },
  ],
  [
    'less than half',
    [...ABC.map((name) => failing(name)), ...['d', 'e', 'f', 'g'].map((name) => agent(name))],
    undefined,
  ],
  [
    'half of them, dialogs included',
    [failing('a'), failing('b'), dialog('c'), agent('d'), agent('e'), agent('f')],
    { names: ['a', 'b', 'c'], inMs: REST_MS, isTold: false },
  ],
  ['what was long ago', [failing('a', 'x', 700_000), failing('b'), failing('c')], undefined],
  [
    'those that a person holds are not counted',
    [{ ...failing('a'), ...pausedBy('owner') }, failing('b'), failing('c')],
    undefined,
  ],
  [
    'one more joins those that rest',
    [
      { ...failing('a'), ...pausedBy('quota') },
      { ...failing('b'), ...pausedBy('quota') },
      failing('c'),
      agent('d'),
    ],
    { names: ['c'], inMs: REST_MS, isTold: true },
  ],
  [
    'until the last of them says',
    [failing('a', 'try again in 5 minutes'), failing('b', 'resets in 2h'), failing('c')],
    { names: ['a', 'b', 'c'], inMs: 7_200_000, isTold: false },
  ],
])('[O3] a quota that %s has used up', (_, records, found) => {
  expect(decide(records)).toEqual(found)
})

test.each([
  ['Claude usage limit reached|1768914000', 1_768_914_000_000 - NOW_MS],
  ['resets at 2026-01-20T13:30:00Z', 5_400_000],
  ['Please try again in 20s.', 20_000],
  ['try again in 2 hours and 5 minutes', 7_500_000],
  ['resets 3pm (Europe/Berlin)', undefined],
  ['resets at 2026-01-19T13:30:00Z', undefined],
  ['try again in 400 days', undefined],
  ['limit reached', undefined],
])('[O3] %s', (says, inMs) => {
  const found = parseQuotaReset(says, NOW_MS)
  expect(found === undefined ? undefined : found - NOW_MS).toBe(inMs)
})

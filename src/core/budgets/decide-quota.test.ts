import { expect, test } from 'vitest'
import type { AgentName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord, Pause } from '../agents/agent-record.ts'
import { decideQuota } from './decide-quota.ts'

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
  if (!rest) return undefined
  const { agents, untilMs, ...more } = rest
  return { names: agents.map(({ name }) => name), inMs: untilMs - NOW_MS, ...more }
}

const rest = (names: readonly string[], more: object = {}) => ({
  names,
  inMs: REST_MS,
  all: names.length,
  says: 'rate_limit',
  isTold: false,
  ...more,
})
const shows = (name: string, says: string, status: AgentRecord['status'] = 'waiting') =>
  agent(name, {
    status,
    evidence: [
      { source: 'process', says: 'runs', at: at(0) },
      { source: 'screen', says, at: at(0) },
    ],
  })
const two = [failing('a'), failing('b')]

test.each<[string, readonly AgentRecord[], object | undefined]>([
  ['nobody', [agent('a'), agent('b'), agent('c')], undefined],
  ['two only', two, undefined],
  ['three', ABC.map((name) => failing(name)), rest(ABC)],
  [
    'less than half',
    [...ABC.map((name) => failing(name)), ...['d', 'e', 'f', 'g'].map((name) => agent(name))],
    undefined,
  ],
  [
    'half of them, dialogs included',
    [...two, dialog('c'), agent('d'), agent('e'), agent('f')],
    rest(ABC, { all: 6 }),
  ],
  [
    'three that show it, in several lines',
    ABC.map((name) => shows(name, `asks (quota): ${name} is\nused up`)),
    rest(ABC, { says: 'a is\nused up' }),
  ],
  ['one that shows another question', [...two, shows('c', 'asks (permission): asks (quota): x')], undefined],
  ['one that showed it, and works again', [...two, shows('c', 'asks (quota): x', 'working')], undefined],
  ['one that shows no word of it', [...two, shows('c', 'asks (quota): ')], rest(ABC)],
  [
    'what was just not too long ago',
    [failing('c', 'x', 600_000), ...two],
    rest(['c', 'a', 'b'], { says: 'x' }),
  ],
  ['what was long ago', [failing('a', 'x', 600_001), failing('b'), failing('c')], undefined],
  [
    'those that a person holds are not counted',
    [{ ...failing('a'), ...pausedBy('owner') }, failing('b'), failing('c')],
    undefined,
  ],
  [
    'those that are to stop are not counted',
    [{ ...failing('a'), desired: 'stopped' }, failing('b'), failing('c')],
    undefined,
  ],
  [
    'those that were given up on are not counted',
    [{ ...failing('a'), gaveUp: { at: at(0), why: '' } }, failing('b'), failing('c')],
    undefined,
  ],
  ['those that rest are all', ABC.map((name) => ({ ...failing(name), ...pausedBy('quota') })), undefined],
  [
    'one more joins those that rest',
    [
      { ...failing('a'), ...pausedBy('quota') },
      { ...agent('b'), ...pausedBy('quota') },
      failing('c'),
      agent('d'),
    ],
    rest(['c'], { all: 4, isTold: true }),
  ],
  [
    'until the last of them says',
    [failing('a', 'try again in 5 minutes'), failing('b', 'resets in 2h'), failing('c')],
    rest(ABC, { inMs: 7_200_000, says: 'try again in 5 minutes' }),
  ],
])('[O3] a quota that %s has used up', (_, records, found) => {
  expect(decide(records)).toEqual(found)
})

import { expect, test } from 'vitest'
import type { PorterOrder, Version } from '../protocol/wards/porter.ts'
import { decidePorter, FIRST_MIND, type Mind, type Seen } from './decide-porter.ts'

const version = (key: string, health: string | null = '/health'): Version => ({
  key,
  folder: '/',
  command: ['true'],
  environment: {},
  health,
  readyMs: 1000,
  probeMs: 100,
})
const order = (
  wanted: string,
  reserve: string | null = null,
  health: string | null = '/health',
): PorterOrder => ({
  port: 0,
  wanted: version(wanted, health),
  reserve: reserve === null ? null : version(reserve, health),
  tries: 2,
})
const ready = (key: string): Seen => ({ key, isReady: true, fault: null, isEnding: false })
const starting = (key: string): Seen => ({ ...ready(key), isReady: false })
const sick = (key: string): Seen => ({ ...ready(key), fault: 'got sick' })
const ending = (key: string): Seen => ({ ...ready(key), isEnding: true })

interface Case {
  readonly order: PorterOrder
  readonly children: readonly Seen[]
  readonly mind?: Partial<Mind>
  readonly acts: readonly string[]
  readonly serving: string | null
}

test.each<[name: string, each: Case]>([
  ['starts what is wanted', { order: order('a'), children: [], acts: ['start a'], serving: null }],
  ['waits while it starts', { order: order('a'), children: [starting('a')], acts: [], serving: null }],
  ['serves from it once it is well', { order: order('a'), children: [ready('a')], acts: [], serving: 'a' }],
  [
    'lets the old one serve until the new one is well',
    {
      order: order('b', 'a'),
      children: [ready('a'), starting('b')],
      mind: { serving: 'a' },
      acts: [],
      serving: 'a',
    },
  ],
  [
    'keeps the old one ready while the new one is watched',
    {
      order: order('b', 'a'),
      children: [ready('a'), ready('b')],
      mind: { serving: 'a' },
      acts: [],
      serving: 'b',
    },
  ],
  [
    'ends the old one when it is not needed any more',
    {
      order: order('b'),
      children: [ready('a'), ready('b')],
      mind: { serving: 'b' },
      acts: ['end a'],
      serving: 'b',
    },
  ],
  [
    'goes back at once when the new one gets sick',
    {
      order: order('b', 'a'),
      children: [ready('a'), sick('b')],
      mind: { serving: 'b' },
      acts: ['end b'],
      serving: 'a',
    },
  ],
  [
    'starts the old one when both are gone',
    {
      order: order('b', 'a'),
      children: [sick('b')],
      mind: { serving: 'b' },
      acts: ['end b', 'start a'],
      serving: null,
    },
  ],
  [
    'does not try again what was refused',
    {
      order: order('b', 'a'),
      children: [ready('a')],
      mind: { serving: 'a', target: 'a', refused: { key: 'b', why: 'got sick' } },
      acts: [],
      serving: 'a',
    },
  ],
  [
    'forgets what it refused when something else is wanted',
    {
      order: order('c', 'a'),
      children: [ready('a')],
      mind: { serving: 'a', target: 'a', refused: { key: 'b', why: 'got sick' } },
      acts: ['start c'],
      serving: 'a',
    },
  ],
  [
    'starts one that fell again at once',
    {
      order: order('a'),
      children: [sick('a')],
      mind: { serving: 'a', target: 'a' },
      acts: ['end a', 'start a'],
      serving: null,
    },
  ],
  [
    'waits before the next time',
    { order: order('a'), children: [], mind: { target: 'a', falls: [9000, 9900] }, acts: [], serving: null },
  ],
  [
    'starts it when it has waited',
    {
      order: order('a'),
      children: [],
      mind: { target: 'a', falls: [9000, 9400] },
      acts: ['start a'],
      serving: null,
    },
  ],
  [
    'gives up after its tries',
    {
      order: order('a'),
      children: [sick('a')],
      mind: { target: 'a', falls: [9000, 9400] },
      acts: ['end a'],
      serving: null,
    },
  ],
  [
    'goes on serving from the old one when the new one is given up',
    {
      order: order('b'),
      children: [ready('a')],
      mind: { serving: 'a', target: 'b', falls: [1, 2, 3], gaveUp: 'got sick' },
      acts: [],
      serving: 'a',
    },
  ],
  [
    'ends the old one first when they can’t have the port together',
    {
      order: order('b', 'a', null),
      children: [ready('a')],
      mind: { serving: 'a' },
      acts: ['end a'],
      serving: null,
    },
  ],
  [
    'waits until the old one is gone then',
    { order: order('b', 'a', null), children: [ending('a')], acts: [], serving: null },
  ],
  [
    'and starts the new one after that',
    { order: order('b', 'a', null), children: [], acts: ['start b'], serving: null },
  ],
])('[G2] a porter %s', (_, { children, mind = {}, acts, serving, ...rest }) => {
  const before = { ...FIRST_MIND, target: rest.order.wanted.key, ...mind }
  const decided = decidePorter({ order: rest.order, children, mind: before, nowMs: 10_000 })
  const words = decided.acts.map((act) =>
    act.do === 'start' ? `start ${act.version.key}` : `end ${act.key}`,
  )
  expect([words, decided.mind.serving]).toEqual([acts, serving])
})

test('[G2] a porter says why it refused a version, and why it gave up', () => {
  const view = { children: [ready('a'), sick('b')], mind: FIRST_MIND, nowMs: 10_000 }
  expect(decidePorter({ ...view, order: order('b', 'a') }).mind.refused).toEqual({
    key: 'b',
    why: 'got sick',
  })
  const fallen = { ...FIRST_MIND, target: 'b', falls: [9000, 9400] }
  const { mind } = decidePorter({ ...view, mind: fallen, order: order('b') })
  expect([mind.gaveUp, mind.falls]).toEqual(['got sick', [9000, 9400, 10_000]])
})

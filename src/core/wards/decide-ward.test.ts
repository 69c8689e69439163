import { expect, test } from 'vitest'
import type { ProjectId, ProjectName } from '../../protocol/ids.ts'
import type { PorterState } from '../../protocol/wards/porter.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { Pane } from '../terminals/terminals.ts'
import { decideWard, type WardSight } from './decide-ward.ts'

const NOW_MS = 1_000_000
const ID = 'prj_01hqz3v1h0e8y6x5w4t3s2r1q0' as ProjectId
const WARD: Ward = {
  id: ID,
  project: 'shop' as ProjectName,
  desired: 'running',
  status: 'well',
  why: null,
  since: timestampFromMs(0),
  port: 4000,
  wanted: { commit: 'b', serial: 2 },
  reserve: null,
  serving: 'b',
  pid: 7,
  servingPid: 8,
  falls: 0,
  generation: 3,
  reopened: [],
}
const pane = (generation: number, end: Pane['end'] = null): Pane => ({
  id: `%${generation}`,
  owner: { agent: ID, generation },
  title: 'service-shop',
  pid: 7,
  end,
  size: { cols: 80, rows: 24 },
  inCopyMode: false,
})
const DEAD = { status: 1, signal: null }
const child = (key: string, isReady = true) => ({ key, pid: 8, port: 5000, isReady, good: 1 })
const STATE: PorterState = {
  pid: 7,
  port: 4000,
  serving: 'b#2',
  servingSince: 0,
  children: [child('b#2')],
  refused: null,
  falls: 0,
  lastFall: null,
  gaveUp: null,
}
const ago = (ms: number) => timestampFromMs(NOW_MS - ms)

interface Case extends Partial<Omit<WardSight, 'ward' | 'state'>> {
  readonly ward?: Partial<Ward>
  readonly state?: Partial<PorterState> | null
  readonly actions: readonly string[]
  readonly status: Ward['status']
}

test.each<[name: string, each: Case]>([
  ['that is well', { actions: [], status: 'well' }],
  ['of which nobody knows', { panes: 'unknown', actions: [], status: 'unknown' }],
  [
    'that is new',
    { ward: { generation: 0, status: 'stopped' }, panes: [], actions: ['open'], status: 'starting' },
  ],
  [
    'that was started again by a person',
    { ward: { status: 'stopped' }, panes: [], actions: ['open'], status: 'starting' },
  ],
  ['whose pane is gone', { panes: [], actions: ['reopen'], status: 'sick' }],
  ['whose pane has ended', { panes: [pane(3, DEAD)], actions: ['close %3', 'reopen'], status: 'sick' }],
  [
    'whose pane ends again and again waits',
    { ward: { reopened: [ago(5000), ago(500)] }, panes: [], actions: [], status: 'sick' },
  ],
  [
    'whose pane ended too often is given up, and what it said stays',
    {
      ward: { reopened: [1, 2, 3, 4, 5].map((sec) => ago(60_000 * sec)) },
      panes: [pane(3, DEAD)],
      actions: [],
      status: 'given_up',
    },
  ],
  ['that has two panes', { panes: [pane(2), pane(3)], actions: ['close %2'], status: 'well' }],
  ['that is not wanted', { ward: { desired: 'stopped' }, actions: ['close %3'], status: 'stopped' }],
  ['whose project has none any more', { isWanted: false, actions: ['close %3'], status: 'stopped' }],
  ['whose porter has said nothing yet', { state: null, actions: [], status: 'starting' }],
  ['whose porter is another by now', { state: { pid: 6 }, actions: [], status: 'starting' }],
  [
    'that starts',
    { state: { serving: null, children: [child('b#2', false)] }, actions: [], status: 'starting' },
  ],
  ['that fell', { state: { serving: null, children: [], lastFall: 'ended' }, actions: [], status: 'sick' }],
  [
    'that fell too often',
    { state: { serving: null, children: [], gaveUp: 'ended' }, actions: [], status: 'given_up' },
  ],
  [
    'whose old version still answers',
    {
      state: { serving: 'a#1', children: [child('a#1')], refused: { key: 'b#2', why: 'x' } },
      actions: [],
      status: 'well',
    },
  ],
])('[G2] [P9] a service %s', (_, { ward, state, actions, status, ...more }) => {
  const decided = decideWard({
    ward: { ...WARD, ...ward },
    isWanted: true,
    panes: [pane(3)],
    state: state === null ? undefined : { ...STATE, ...state },
    nowMs: NOW_MS,
    ...more,
  })
  const words = decided.actions.map((action) =>
    action.do === 'close' ? `close ${action.pane.id}` : action.asked ? 'open' : 'reopen',
  )
  expect([words, decided.judged.status]).toEqual([actions, status])
})

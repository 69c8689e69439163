import { expect, test } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import type { AgentId, ProjectId } from '../../protocol/ids.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Pane } from '../terminals/terminals.ts'
import { confirmFindings } from './confirm-findings.ts'
import { findDiscrepancies } from './find-discrepancies.ts'
import type { HouseSight } from './house-sight.ts'

const NOW_MS = 3_600_000
const ANNA = makeAgent('anna', { pane: '%1', pid: 100, workspace: '/h/workspaces/p/anna' })

const pane = (change: Partial<Pane> = {}): Pane => ({
  id: '%1',
  owner: { agent: ANNA.id, generation: 1 },
  title: 'anna',
  pid: 100,
  end: null,
  size: { cols: 80, rows: 24 },
  inCopyMode: false,
  ...change,
})
const seen = (...panes: Pane[]): HouseSight['panes'] => ({ kind: 'seen', panes })
const SERVICE = 'prj_p' as ProjectId

/** Anna at work, a service, two releases, and nothing wrong. */
const WELL: HouseSight = {
  nowMs: NOW_MS,
  agents: [ANNA],
  living: new Set([ANNA.id]),
  panes: seen(
    pane(),
    pane({ id: '%2', pid: 7, owner: { agent: SERVICE, generation: 1 } }),
    pane({ id: '%3', pid: 8, owner: null }),
  ),
  services: new Set([SERVICE]),
  projects: new Set(['p']),
  workspaces: [{ project: 'p', agent: 'anna', path: '/h/workspaces/p/anna' }],
  releases: {
    there: [
      { name: 'r1', path: '/h/releases/r1', ageMs: 99 * 86_400_000 },
      { name: 'new', path: '/h/releases/new', ageMs: 1000 },
    ],
    named: ['r1'],
    inUse: new Set(['r1']),
  },
  mail: [],
  tasks: [{ id: 'tsk_1' as never, title: 't', assignee: ANNA.name }],
  approvals: [{ id: 'apr_1' as never, title: 'a', expiresAt: timestampFromMs(NOW_MS + 1) }],
  logs: [{ path: '/h/logs/server.log', bytes: 10 }],
  bytes: { workspaces: 10, removable: 10 },
  limits: { workspacesBytes: 10, removableBytes: 10, logBytes: 10 },
  tmux: ['tmux', '-L', 's'],
}

const letter = (change: Partial<HouseSight['mail'][number]> = {}): HouseSight['mail'][number] => ({
  id: 'm1' as MessageId,
  agent: ANNA.id,
  to: 'anna',
  receipt: 'accepted',
  at: timestampFromMs(0),
  waitsFor: null,
  ...change,
})

test('[W2] nothing is found where nothing is wrong', () => {
  expect(findDiscrepancies(WELL)).toEqual([])
})

test.each<[string, Partial<HouseSight>, string, string]>([
  [
    'an agent without a terminal',
    { panes: seen(), living: new Set() },
    'agent-lost:anna/1',
    'cmux agent restart anna',
  ],
  ['one whose process lives on without', { panes: seen() }, 'agent-lost:anna/1', 'kill 100'],
  [
    'one whose terminal lost its tags',
    { panes: seen(pane({ owner: null })) },
    'agent-lost:anna/1',
    'tmux -L s set-option -p -t %1 @cmux_agent agt_anna && tmux -L s set-option -p -t %1 @cmux_generation 1',
  ],
  [
    'a terminal of nobody',
    { panes: seen(pane(), pane({ id: '%9', owner: { agent: 'agt_x' as AgentId, generation: 3 } })) },
    'pane-stray:%9',
    'tmux -L s kill-pane -t %9',
  ],
  ['a workspace that is gone', { workspaces: [] }, 'workspace-missing:anna', 'cmux agent remove anna'],
  [
    'a workspace of nobody',
    { workspaces: [...WELL.workspaces, { project: 'p', agent: 'ben', path: '/h/workspaces/p/ben' }] },
    'workspace-orphan:p/ben',
    'cmux doctor --fix',
  ],
  [
    'a workspace of no project',
    { workspaces: [...WELL.workspaces, { project: 'q', agent: 'ben', path: '/h/workspaces/q/ben' }] },
    'workspace-unknown:q/ben',
    "cmux project add PATH (of q), then cmux doctor --fix; or look at it, and rm -r '/h/workspaces/q/ben'",
  ],
  [
    'a release that is gone',
    { releases: { ...WELL.releases, named: ['r1', '0123456789ab-ba9876543210'] } },
    'release-missing:0123456789ab-ba9876543210',
    'cmux release build 0123456789ab',
  ],
  [
    'one that had edits in it',
    { releases: { ...WELL.releases, named: ['r1', '0123456789ab-dirty-ba9876543210'] } },
    'release-missing:0123456789ab-dirty-ba9876543210',
    'cmux down && cmux up (of the build that it came from)',
  ],
  [
    'a release that nobody needs',
    { releases: { ...WELL.releases, named: [], inUse: new Set() } },
    'release-unneeded:r1',
    'cmux doctor --fix',
  ],
  [
    'mail for nobody',
    { mail: [letter({ agent: 'agt_x' as AgentId })] },
    'mail-nobody:m1',
    'cmux doctor --fix',
  ],
  ['mail that does not move', { mail: [letter()] }, 'mail-unmoved:m1', 'cmux agent restart anna'],
  [
    'a task of nobody',
    { tasks: [{ ...WELL.tasks[0]!, assignee: 'ben' as never }] },
    'task-nobody:tsk_1',
    'cmux task assign tsk_1 NAME',
  ],
  [
    'a request that is over and waits',
    { approvals: [{ ...WELL.approvals[0]!, expiresAt: timestampFromMs(0) }] },
    'approval-overdue:apr_1',
    'cmux doctor --fix',
  ],
  [
    'more rubbish than there may be',
    { bytes: { workspaces: 0, removable: 11 } },
    'disk-budget:home',
    'cmux doctor --fix',
  ],
  [
    'large workspaces',
    { bytes: { workspaces: 11, removable: 0 } },
    'disk-workspaces:home',
    'cmux agent remove NAME (its work is kept in the project)',
  ],
  [
    'a large log',
    { logs: [{ path: '/h/logs/x', bytes: 11 }] },
    'disk-logs:/h/logs/x',
    "truncate -s 0 '/h/logs/x'",
  ],
])('[W2] %s is found, with the command that mends it', (_, change, id, command) => {
  const found = findDiscrepancies({ ...WELL, ...change })
  expect(found.map(({ kind, subject, command: mends }) => [`${kind}:${subject}`, mends])).toEqual([
    [id, command],
  ])
})

test.each<[string, Partial<HouseSight>]>([
  ['nobody knows what tmux shows', { panes: { kind: 'unknown', reason: 'no answer' } }],
  [
    'an agent that has just been started',
    { panes: seen(), agents: [{ ...ANNA, pane: null, startedAt: timestampFromMs(NOW_MS - 1000) }] },
  ],
  [
    'an agent that was never started',
    { panes: seen(), agents: [{ ...ANNA, startedAt: null, generation: 0 }] },
  ],
  ['an agent that is stopped', { panes: seen(), agents: [{ ...ANNA, desired: 'stopped' }] }],
  [
    'an agent that a person has to look at',
    { panes: seen(), agents: [{ ...ANNA, gaveUp: { at: timestampFromMs(0), why: '' } }] },
  ],
  ['mail of a moment ago', { mail: [letter({ at: timestampFromMs(NOW_MS - 1000) })] }],
  ['mail that says what it waits for', { mail: [letter({ waitsFor: 'a half-typed line' })] }],
  ['mail for one that works', { mail: [letter()], agents: [{ ...ANNA, status: 'working' }] }],
])('[W2] [P9] on its way, or not known: %s', (_, change) => {
  expect(findDiscrepancies({ ...WELL, ...change })).toEqual([])
})

test('[W2] what one look has found is told when the next one finds it again, and once', () => {
  const found = findDiscrepancies({ ...WELL, bytes: { workspaces: 0, removable: 11 } })
  const [first, second, third] = [0, 1, 2].map(timestampFromMs)
  const one = confirmFindings(found, { items: [], seen: new Map() }, first!)
  const two = confirmFindings(found, one, second!)
  const three = confirmFindings(found, two, third!)
  expect([one, two, three].map(({ items, fresh }) => [items.length, fresh.length])).toEqual([
    [0, 0],
    [1, 1],
    [1, 0],
  ])
  expect(three.items[0]).toMatchObject({ since: first, fixable: true })
  const gone = confirmFindings([], three, third!)
  expect(confirmFindings(found, gone, third!).items).toEqual([])
})

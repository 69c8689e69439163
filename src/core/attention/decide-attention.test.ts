import { expect, test } from 'vitest'
import type { Alert } from '../../protocol/alerts/alert.ts'
import type { AgentName, ApprovalId, ProjectId, ProjectName, TaskId } from '../../protocol/ids.ts'
import type { MessageId } from '../../protocol/messages/message.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Ward } from '../../protocol/wards/ward.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import type { AttentionFacts } from './attention-facts.ts'
import { decideAttention } from './decide-attention.ts'

const NOW_MS = Date.UTC(2026, 0, 20)
const DAY_MS = 86_400_000
const at = (agoMs: number) => timestampFromMs(NOW_MS - agoMs)

const WELL = { status: 'healthy' } as const
const QUIET: AttentionFacts = {
  nowMs: NOW_MS,
  health: { status: 'healthy', store: WELL, tmux: WELL, frontend: WELL },
  trouble: null,
  policyProblem: null,
  sandbox: { mode: 'required', state: 'works', detail: null, hint: null },
  agents: [],
  calls: [],
  channels: [],
  wards: [],
  waitingRules: [],
  wantedPorts: [],
  alerts: [],
  tasks: [],
  approvals: [],
  unread: [],
  budgets: [],
}

const agent = (name: string, more: Partial<AgentRecord> = {}) =>
  ({
    name: name as AgentName,
    project: null,
    desired: 'running',
    status: 'idle',
    statusSince: at(1000),
    startedAt: at(60_000),
    gaveUp: null,
    turn: null,
    evidence: [],
    ...more,
  }) as AgentRecord

const asking = (name: string, says: string, sinceMs = 1000) =>
  agent(name, {
    status: 'waiting',
    statusSince: at(sinceMs),
    evidence: [
      { source: 'process', says: 'process 7 runs', at: at(0) },
      { source: 'hook', says: 'asks (permission): something', at: at(1000) },
      { source: 'screen', says, at: at(1500) },
    ],
  })

const approval = { id: 'apr_1' as ApprovalId, title: 'Bash: rm -r build', since: at(1000) }
const request = (title: string) =>
  ({
    id: approval.id,
    title,
    why: 'it deletes',
    risk: 'high',
    requester: 'agent:anna',
    agent: 'anna' as AgentName,
    project: null,
    createdAt: at(1000),
  }) as ApprovalRecord

const mail = (id: string, from: string, agoMs = 1000) => ({
  id: id as MessageId,
  from,
  subject: null,
  at: at(agoMs),
  beginning: `words of ${from}\nand more`,
})

const channel = (name: string, failures: number) => ({
  name,
  cursor: 1,
  failures,
  failingSince: at(1000),
  error: 'the answer was 503',
  deliveredAt: null,
})

const task = (state: 'input-required' | 'auth-required') => ({
  id: 'tsk_1' as TaskId,
  title: 'mend it',
  state,
  assignee: 'anna' as AgentName,
  project: null,
  createdBy: 'owner',
  since: at(1000),
  question: 'which colour?',
})

const call = (name: string, agoMs: number) => ({
  seq: 1,
  type: 'agent.needs_person',
  at: at(agoMs),
  actor: 'system',
  data: { agent: name, why: `${name} is silent again after a restart`, hint: '' },
})

const turn = (agoMs: number): AgentRecord['turn'] => ({
  turn: 'working',
  says: 'took a prompt',
  source: 'hook',
  at: at(agoMs),
  repeats: 0,
  lastCall: '',
})

const wantedPort = (address: string, project: string | null): AttentionFacts['wantedPorts'][number] => ({
  agent: 'ada' as AgentName,
  project: project as ProjectName | null,
  direction: 'to-host',
  address,
  port: 5432,
  state: 'wanted',
  scope: null,
  generation: 1,
  hostPort: null,
  since: at(1000),
  by: null,
})

/** What is found, as `kind: title | detail | command | link`. */
const ward = (project: string, status: Ward['status']): Ward => ({
  id: 'prj_01hqz3v1h0e8y6x5w4t3s2r1q0' as ProjectId,
  project: project as ProjectName,
  desired: 'running',
  status,
  why: 'ended with exit code 1',
  since: timestampFromMs(0),
  port: null,
  wanted: { commit: 'a', serial: 1 },
  reserve: null,
  serving: null,
  pid: null,
  servingPid: null,
  falls: 6,
  generation: 1,
  reopened: [],
})

const CASES: readonly [what: string, facts: Partial<AttentionFacts>, found: readonly string[]][] = [
  ['nothing', { agents: [agent('anna')] }, []],
  [
    'a part of cmux that is not well',
    {
      health: {
        ...QUIET.health,
        status: 'degraded',
        tmux: { status: 'unhealthy', detail: 'no answer' },
      },
    },
    ['cmux: cmux itself is degraded | tmux is unhealthy: no answer | cmux doctor | /health'],
  ],
  [
    'the watchdog’s own trouble',
    { trouble: 'can not write' },
    ['cmux: cmux itself is degraded | watchdog: can not write | cmux doctor | /health'],
  ],
  [
    'a request for approval, and not of its dialog besides',
    {
      agents: [{ ...asking('anna', 'asks (permission): rm -r build?'), approval }],
      approvals: [request('Bash: rm -r build')],
    },
    [
      'approval: anna asks for approval (high risk): Bash: rm -r build | it deletes | cmux approvals show apr_1 | /approvals/apr_1',
    ],
  ],
  [
    'a policy that can’t be read',
    { policyProblem: 'line 3: rules.0.verdict: wrong' },
    [
      'policy: policy.json is invalid, so everything but reading needs approval | line 3: rules.0.verdict: wrong | cmux rules list | /health',
    ],
  ],
  [
    'a sandbox that is missing',
    {
      sandbox: {
        mode: 'required',
        state: 'missing',
        detail: 'bubblewrap is missing',
        hint: 'apt-get install -y bubblewrap',
      },
    },
    [
      'sandbox: no agent starts: bubblewrap is missing | agents, checks, builds and rehearsals run in a sandbox only, unless you say otherwise | apt-get install -y bubblewrap | /health',
    ],
  ],
  [
    'no missing sandbox where the settings do without',
    { sandbox: { mode: 'auto', state: 'missing', detail: 'bubblewrap is missing', hint: 'x' } },
    [],
  ],
  [
    'no sandbox that was switched off',
    { sandbox: { mode: 'off', state: 'off', detail: 'agents.confine.mode is off', hint: null } },
    [],
  ],
  [
    'rules that agents could have changed',
    {
      waitingRules: [
        {
          project: 'shop' as ProjectName,
          doubt: { since: at(1000), writers: ['ada', 'ben'].map((name) => ({ agent: name, why: 'could' })) },
        },
      ],
    },
    [
      'project-rules: the rules on the main branch of shop don’t count until you accept them | these agents could have changed them: ada, ben | cmux project trust shop | /health',
    ],
  ],
  [
    'ports that agents were refused',
    { wantedPorts: [wantedPort('localhost', 'shop'), wantedPort('10.0.0.5', null)] },
    [
      'agent-port: ada asks for port 5432 of this machine | access was denied; open the port for this run (--once), for the agent or for its project (--project), or close it | cmux agent open-port ada 5432 | /agents/ada',
      'agent-port: ada asks for port 5432 of 10.0.0.5 | access was denied; open the port for this run (--once), for the agent or for its project (--project), or close it | cmux agent open-port ada 5432 --address 10.0.0.5 | /agents/ada',
    ],
  ],
  [
    'a dialog: the screen says which',
    { agents: [asking('anna', 'asks (permission): rm -r build?')] },
    ['agent-asks: anna asks for permission | rm -r build? | cmux agent attach anna | /agents/anna'],
  ],
  [
    'a question',
    { agents: [asking('anna', 'asks (question): which one?')] },
    ['agent-asks: anna has a question | which one? | cmux agent attach anna | /agents/anna'],
  ],
  [
    'a dialog that only hooks told of: the youngest word',
    {
      agents: [
        agent('anna', {
          status: 'waiting',
          evidence: [
            { source: 'transcript', says: 'asks (question): before', at: at(9000) },
            { source: 'hook', says: 'asks (permission): now', at: at(1000) },
            { source: 'screen', says: 'nothing that we know', at: at(500) },
          ],
        }),
      ],
    },
    ['agent-asks: anna asks for permission | now | cmux agent attach anna | /agents/anna'],
  ],
  [
    'one that waits, and nobody knows for what',
    { agents: [agent('anna', { status: 'waiting' })] },
    [
      'agent-asks: anna is waiting for an answer | see its terminal for the question | cmux agent attach anna | /agents/anna',
    ],
  ],
  [
    'one that was given up',
    { agents: [agent('anna', { status: 'dead', gaveUp: { at: at(1), why: 'ended 5 times' } })] },
    ['agent-given-up: anna is not started again | ended 5 times | cmux agent restart anna | /agents/anna'],
  ],
  [
    'one that could not be removed',
    { agents: [agent('anna', { desired: 'stopped', gaveUp: { at: at(1), why: 'it is not safe' } })] },
    ['agent-given-up: anna is not removed | it is not safe | cmux agent remove anna | /agents/anna'],
  ],
  [
    'a supervisor that stands still',
    { agents: [agent('lead', { status: 'working', turn: turn(9000) })], calls: [call('lead', 5000)] },
    [
      'agent-still: lead makes no progress | lead is silent again after a restart | cmux agent attach lead | /agents/lead',
    ],
  ],
  [
    'not one that has moved since',
    { agents: [agent('lead', { status: 'working', movedAt: at(2000) })], calls: [call('lead', 5000)] },
    [],
  ],
  [
    'not one that was started since',
    { agents: [agent('lead', { startedAt: at(1000) })], calls: [call('lead', 5000)] },
    [],
  ],
  [
    'not one that was stopped since',
    { agents: [agent('lead', { desired: 'stopped', status: 'stopped' })], calls: [call('lead', 5000)] },
    [],
  ],
  [
    'tasks that wait for an answer',
    { tasks: [task('input-required'), task('auth-required')] },
    [
      'task: anna needs an answer for: mend it | which colour? | cmux task show tsk_1 | /tasks/tsk_1',
      'task: anna needs access for: mend it | which colour? | cmux task show tsk_1 | /tasks/tsk_1',
    ],
  ],
  [
    'a dead letter of which nobody has confirmed the notice',
    { unread: [mail('notice:dead:7:owner', 'system')] },
    [
      'dead-letter: a message could not be delivered | words of system | cmux message show notice:dead:7:owner | /chat',
    ],
  ],
  [
    'an old one as mail only',
    { unread: [mail('notice:dead:7:owner', 'system', 8 * DAY_MS)] },
    ['mail: a message from cmux | words of system | cmux message show notice:dead:7:owner | /chat'],
  ],
  [
    'a service that fell too often, and not of one that is started again',
    { wards: [ward('shop', 'given_up'), ward('mill', 'sick')] },
    ['service: the service of shop is down | ended with exit code 1 | cmux project service shop | /health'],
  ],
  [
    'channels that don’t take what they are sent, and not of a mere hiccup',
    { channels: [channel('ops', 3), channel('hook', 2)] },
    ['channel: notifications to ops are failing | the answer was 503 | cmux notices test ops | /health'],
  ],
  [
    'mail by sender',
    {
      agents: [agent('anna')],
      unread: [mail('m3', 'anna'), mail('m2', 'git', 2000), mail('m1', 'anna', 3000)],
    },
    [
      'mail: 2 messages from anna | words of anna | cmux inbox | /chat/anna',
      'mail: a message from git | words of git | cmux message show m2 | /chat',
    ],
  ],
]

test.each(CASES)('a person is told of %s', (_, facts, found) => {
  const { items, leftOff } = decideAttention({ ...QUIET, ...facts })
  expect(
    items.map((item) => `${item.kind}: ${[item.title, item.detail, item.command, item.link].join(' | ')}`),
  ).toEqual(found)
  expect(leftOff).toBe(0)
})

test('the most urgent comes first, and of a kind what waits longest', () => {
  const { items } = decideAttention({
    ...QUIET,
    trouble: 'no room',
    agents: [asking('anna', 'asks (question): a?', 1000), asking('bert', 'asks (question): b?', 9000)],
    tasks: [task('input-required')],
    unread: [mail('m1', 'git'), mail('notice:dead:7:owner', 'system')],
  })
  expect(items.map(({ kind, urgency, agent: who }) => [kind, urgency, who])).toEqual([
    ['cmux', 'high', undefined],
    ['agent-asks', 'high', 'bert'],
    ['agent-asks', 'high', 'anna'],
    ['task', 'normal', 'anna'],
    ['dead-letter', 'normal', undefined],
    ['mail', 'low', undefined],
  ])
})

test('[P8] a list without end is cut, and says how much is left off', () => {
  const agents = Array.from({ length: 130 }, (_, index) => asking(`a${index}`, 'asks (question): ?'))
  const { items, leftOff } = decideAttention({ ...QUIET, agents })
  expect([items.length, leftOff]).toEqual([100, 30])
})

const alert = (kind: string): Alert => ({
  id: 'alr_1' as Alert['id'],
  kind,
  project: null,
  title: kind,
  where: null,
  count: 1,
  lines: [],
  firstAt: at(1000),
  lastAt: at(1000),
  state: 'open',
  acknowledgedBy: null,
  acknowledgedAt: null,
  attachment: null,
})

test('[C6] [W4] an alert waits for a person; one about a silent agent stands in the row of that agent', () => {
  const { items } = decideAttention({ ...QUIET, alerts: [alert('log'), alert('agent-silent')] })
  expect(items.map(({ kind, title }) => [kind, title])).toEqual([['alert', 'log']])
})

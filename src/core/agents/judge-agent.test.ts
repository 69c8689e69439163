import { expect, test } from 'vitest'
import type { AgentStatus } from '../../protocol/agents/agent.ts'
import type { ApprovalId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { TurnSight } from './agent-record.ts'
import { judgeAgent, type AgentFacts, type ScreenSight } from './judge-agent.ts'
import type { ScreenReading } from './runtime.ts'

const NOW = Date.UTC(2026, 0, 1)
const READY: ScreenReading = { kind: 'ready', draft: '', mode: null }
const WORKING: ScreenReading = { kind: 'working' }
const ASKING: ScreenReading = { kind: 'dialog', dialog: { kind: 'permission', text: 'run ls?' } }
const UNCLEAR: ScreenReading = { kind: 'unclear' }

const turn = (what: TurnSight['turn'], agoMs: number): TurnSight => ({
  turn: what,
  says: what,
  source: 'hook',
  at: timestampFromMs(NOW - agoMs),
  repeats: 0,
  lastCall: '',
})
const screen = (reading: ScreenReading, agoMs: number): ScreenSight => ({ reading, atMs: NOW - agoMs })
const unknown = { screen: { ...screen(UNCLEAR, 0), text: 'Meet the new model' } }

const facts = (change: Partial<AgentFacts> & { told?: TurnSight; startedAgoMs?: number }): AgentFacts => ({
  record: {
    desired: 'running',
    turn: change.told ?? null,
    startedAt: timestampFromMs(NOW - (change.startedAgoMs ?? 5000)),
    approval: null,
    gaveUp: null,
    paused: null,
    ...change.record,
  },
  process: change.process ?? { kind: 'alive', pid: 7 },
  screen: change.screen ?? null,
  lastOutputMs: change.lastOutputMs ?? null,
  onlyPrints: change.onlyPrints ?? false,
})

const NEW = {
  desired: 'running',
  turn: null,
  startedAt: null,
  approval: null,
  gaveUp: null,
  paused: null,
} as const
const STOPPED = { ...NEW, desired: 'stopped' } as const
const PAUSED = {
  ...NEW,
  paused: { since: timestampFromMs(NOW - 50), by: 'owner', why: 'lunch', cutsTurn: false },
} as const
const APPROVAL = {
  ...NEW,
  approval: { id: 'apr_1' as ApprovalId, title: 'Bash: make', since: timestampFromMs(NOW - 70) },
} as const
const GAVE_UP = {
  ...NEW,
  approval: null,
  gaveUp: { at: timestampFromMs(NOW), why: 'no claude here' },
} as const

test.each<[string, Partial<AgentFacts> & { told?: TurnSight; startedAgoMs?: number }, AgentStatus]>([
  ['tmux says nothing', { process: { kind: 'unknown', reason: 'late' }, told: turn('idle', 10) }, 'unknown'],
  ['it outlived its terminal', { process: { kind: 'stranded', pid: 7 }, told: turn('idle', 10) }, 'unknown'],
  ['it is to stop and still runs', { record: STOPPED, screen: screen(WORKING, 0) }, 'working'],
  ['it was never started, and is not to be', { process: { kind: 'not yet' }, record: STOPPED }, 'stopped'],
  [
    'it was given up on, and is not to run',
    { process: { kind: 'gone' }, record: { ...GAVE_UP, desired: 'stopped' } },
    'stopped',
  ],
  ['its process ended', { process: { kind: 'dead', status: 7, signal: null } }, 'dead'],
  ['its pane is gone', { process: { kind: 'gone' }, told: turn('working', 10) }, 'dead'],
  ['it ended as it was told to', { process: { kind: 'gone' }, record: STOPPED }, 'stopped'],
  ['it is about to start', { process: { kind: 'not yet' } }, 'starting'],
  ['it can not be started', { process: { kind: 'not yet' }, record: GAVE_UP }, 'dead'],
  ['it runs and nothing is known yet', {}, 'starting'],
  [
    'it has shown nothing known for a minute',
    { screen: screen(UNCLEAR, 0), startedAgoMs: 60_000 },
    'starting',
  ],
  ['it has shown nothing at all for long', { startedAgoMs: 60_001 }, 'unknown'],
  ['nobody knows when it was started', { record: NEW }, 'starting'],
  [
    'it waits for a person, whatever its hooks and its screen tell',
    { record: APPROVAL, screen: screen(WORKING, 0), told: turn('working', 0) },
    'waiting',
  ],
  ['only the screen tells: at work', { screen: screen(WORKING, 0) }, 'working'],
  ['it has shown nothing known for long', { screen: screen(UNCLEAR, 0), startedAgoMs: 61_000 }, 'unknown'],
  ['a first screen that nobody knows', { ...unknown, startedAgoMs: 8000 }, 'waiting'],
  ['a first screen that nobody knows yet', { ...unknown, startedAgoMs: 7999 }, 'starting'],
  [
    'a first screen that nobody knows, and it still prints',
    { ...unknown, startedAgoMs: 20_000, lastOutputMs: NOW - 7999 },
    'starting',
  ],
  [
    'a blank first screen',
    { ...unknown, screen: { ...screen(UNCLEAR, 0), text: '' }, startedAgoMs: 8000 },
    'starting',
  ],
  [
    'an unknown screen of one that has told something',
    { ...unknown, told: turn('idle', 9000), startedAgoMs: 10_000 },
    'idle',
  ],
  ['an unknown screen of a plain program', { ...unknown, onlyPrints: true, startedAgoMs: 9000 }, 'idle'],
  ['only the screen tells: ready', { screen: screen(READY, 0) }, 'idle'],
  ['only the screen tells: a dialog', { screen: screen(ASKING, 0) }, 'waiting'],
  ['it is paused', { record: PAUSED, screen: screen(READY, 0) }, 'paused'],
  ['it is paused and still works', { record: PAUSED, screen: screen(WORKING, 0) }, 'working'],
  ['it is paused and has ended', { record: PAUSED, process: { kind: 'gone' } }, 'dead'],
  [
    'a plain program that is paused has ended',
    { record: PAUSED, process: { kind: 'gone' }, onlyPrints: true },
    'paused',
  ],
  ['it is paused and asks', { record: PAUSED, screen: screen(ASKING, 0) }, 'waiting'],
  [
    'a plain program that is paused has not been started',
    { record: PAUSED, process: { kind: 'not yet' }, onlyPrints: true },
    'paused',
  ],
  ['a plain program has ended', { process: { kind: 'gone' }, onlyPrints: true }, 'dead'],
  ['a hook tells of the end of its turn', { told: turn('idle', 3000) }, 'idle'],
  [
    'the screen was drawn in the moment of the hook',
    { told: turn('working', 9000), screen: screen(READY, 9000), lastOutputMs: NOW - 9000 },
    'working',
  ],
  [
    'a difference lasts just as long as drawing may take',
    { told: turn('working', 1500), screen: screen(READY, 0) },
    'working',
  ],
  [
    'a difference lasts longer than drawing may take',
    { told: turn('working', 1501), screen: screen(READY, 0) },
    'idle',
  ],
  [
    'it has printed in the moment of our look, and never since',
    { told: turn('working', 9000), screen: screen(READY, 8900), lastOutputMs: NOW - 8900 },
    'idle',
  ],
  [
    'it prints since our look, which came long after the hook',
    { told: turn('working', 9000), screen: screen(READY, 7000), lastOutputMs: NOW - 10 },
    'idle',
  ],
  ['only a hook tells', { told: turn('working', 3000) }, 'working'],
  [
    'a hook said so just now, the screen is not drawn yet',
    { told: turn('working', 200), screen: screen(READY, 0) },
    'working',
  ],
  [
    'the turn was interrupted: no hook tells',
    { told: turn('working', 9000), screen: screen(READY, 100) },
    'idle',
  ],
  [
    'it was interrupted right after a hook, and has printed nothing since we looked',
    { told: turn('working', 9000), screen: screen(READY, 8500), lastOutputMs: NOW - 8800 },
    'idle',
  ],
  [
    'the screen was drawn too late for our look, and it prints ever since',
    { told: turn('working', 2000), screen: screen(READY, 1900), lastOutputMs: NOW - 50 },
    'working',
  ],
  [
    'a dialog came up and no hook tells',
    { told: turn('working', 9000), screen: screen(ASKING, 100) },
    'waiting',
  ],
  ['the screen is older than the hook', { told: turn('idle', 100), screen: screen(WORKING, 5000) }, 'idle'],
  [
    'the screen is not readable: the hook holds',
    { told: turn('waiting', 9000), screen: screen(UNCLEAR, 0) },
    'waiting',
  ],
  ['a plain program prints', { onlyPrints: true, lastOutputMs: NOW - 100 }, 'working'],
  [
    'a plain program showed a prompt, and prints since',
    { onlyPrints: true, screen: screen(READY, 500), lastOutputMs: NOW - 100 },
    'working',
  ],
  [
    'a plain program shows a prompt',
    { onlyPrints: true, screen: screen(READY, 50), lastOutputMs: NOW - 100 },
    'idle',
  ],
  [
    'a plain program showed a prompt in the moment in which it printed',
    { onlyPrints: true, screen: screen(READY, 100), lastOutputMs: NOW - 100 },
    'idle',
  ],
  [
    'a plain program shows a prompt, and was never seen to print',
    { onlyPrints: true, screen: screen(ASKING, 100) },
    'waiting',
  ],
  [
    'another program showed a prompt, and prints since',
    { screen: screen(READY, 500), lastOutputMs: NOW - 100 },
    'idle',
  ],
  ['a plain program has just become quiet', { onlyPrints: true, lastOutputMs: NOW - 2000 }, 'idle'],
  ['a plain program printed a moment ago', { onlyPrints: true, lastOutputMs: NOW - 1999 }, 'working'],
  ['a plain program never printed', { onlyPrints: true }, 'idle'],
  ['a plain program is quiet', { onlyPrints: true, lastOutputMs: NOW - 9000 }, 'idle'],
])('[P9] [A2] when %s', (_, given, status) => {
  expect(judgeAgent(facts(given), NOW).status).toBe(status)
})

test('[P9] the verdict comes with each signal and its time', () => {
  const given = facts({ told: turn('working', 9000), screen: screen(ASKING, 100) })
  expect(judgeAgent(given, NOW).evidence).toEqual([
    { source: 'process', says: 'process 7 runs', at: timestampFromMs(NOW) },
    { source: 'hook', says: 'working', at: timestampFromMs(NOW - 9000) },
    { source: 'screen', says: 'asks (permission): run ls?', at: timestampFromMs(NOW - 100) },
  ])
})

test('[O3] one that is paused says by whom, since when and why', () => {
  expect(judgeAgent(facts({ record: PAUSED }), NOW).evidence).toContainEqual({
    source: 'cmux',
    says: 'paused by owner: lunch',
    at: timestampFromMs(NOW - 50),
  })
})

test('[A2] a dead one says how it ended and what was given up on, and nothing of an older life', () => {
  const given = facts({
    record: { ...GAVE_UP, turn: turn('working', 10) },
    process: { kind: 'dead', status: 137, signal: null },
    screen: screen(READY, 10),
  })
  expect(judgeAgent(given, NOW).evidence).toEqual([
    { source: 'process', says: 'ended by signal 9', at: timestampFromMs(NOW) },
    { source: 'cmux', says: 'no claude here', at: timestampFromMs(NOW) },
  ])
})

const AT_NOW = timestampFromMs(NOW)

test.each<[string, AgentFacts['process'], string]>([
  ['runs', { kind: 'alive', pid: 7 }, 'process 7 runs'],
  ['has ended', { kind: 'dead', status: 1, signal: null }, 'ended with status 1'],
  [
    'outlived its terminal',
    { kind: 'stranded', pid: 7 },
    'process 7 outlived its terminal, and is being ended',
  ],
  ['is gone', { kind: 'gone' }, 'its pane is gone'],
  ['is not there yet', { kind: 'not yet' }, 'no process yet'],
  ['is not known', { kind: 'unknown', reason: 'late' }, 'tmux does not say: late'],
])('[A2] a process that %s is described', (_, process, says) => {
  expect(judgeAgent(facts({ process }), NOW).evidence).toEqual([{ source: 'process', says, at: AT_NOW }])
})

test.each<[ScreenReading, string]>([
  [READY, 'ready for a prompt'],
  [{ ...READY, mode: 'insert' }, 'ready for a prompt'],
  [{ ...READY, mode: 'normal' }, 'ready, in vim’s normal mode'],
  [WORKING, 'at work'],
  [ASKING, 'asks (permission): run ls?'],
  [UNCLEAR, 'nothing that we know'],
])('[P9] a screen that reads %j is described', (reading, says) => {
  const { evidence } = judgeAgent(facts({ screen: screen(reading, 30) }), NOW)
  expect(evidence.slice(1)).toEqual([{ source: 'screen', says, at: timestampFromMs(NOW - 30) }])
})

test('[P9] no secret that stands in a dialog is kept', () => {
  const secret = `cmux_${'a'.repeat(43)}`
  const dialog = { kind: 'question', text: `is it ${secret}?` } as const
  const { evidence } = judgeAgent(facts({ screen: screen({ kind: 'dialog', dialog }, 0) }), NOW)
  expect(evidence[1]?.says).toMatch(/^asks \(question\): is it /)
  expect(evidence[1]?.says).not.toContain(secret)
})

test('[O1] one that waits for a person says for what, before its hooks and its screen', () => {
  const given = facts({ record: { ...APPROVAL, turn: turn('working', 10) }, screen: screen(WORKING, 5) })
  expect(judgeAgent(given, NOW)).toEqual({
    status: 'waiting',
    evidence: [
      { source: 'process', says: 'process 7 runs', at: AT_NOW },
      { source: 'cmux', says: 'waits for approval apr_1: Bash: make', at: timestampFromMs(NOW - 70) },
      { source: 'hook', says: 'working', at: timestampFromMs(NOW - 10) },
      { source: 'screen', says: 'at work', at: timestampFromMs(NOW - 5) },
    ],
  })
})

test('[L1] [A8] a first screen that nobody knows is told with its words, and what can be answered with its answer', () => {
  const told = judgeAgent(facts({ ...unknown, startedAgoMs: 8000 }), NOW).evidence.at(-1)
  expect(told).toMatchObject({ source: 'screen', says: 'asks (unknown): Meet the new model' })
  const trust: ScreenReading = { kind: 'dialog', dialog: { kind: 'trust', text: 'Trust?', answer: 'Yes' } }
  expect(judgeAgent(facts({ screen: screen(trust, 0) }), NOW).evidence.at(-1)).toMatchObject({
    says: 'asks (trust): Trust?',
    answer: 'Yes',
  })
})

import { expect, test } from 'vitest'
import { judgeOwnRelease, type GuardAct, type OwnLedger } from './judge-own-release.ts'

const LEDGER: OwnLedger = { current: 'old', phase: 'good', good: ['old'], bad: [] }
const act = (kind: string, detail: Record<string, unknown>): GuardAct => ({ kind, detail })
const failed = act('failed', { release: 'new', cause: 'hung', ended: 'SIGKILL', next: 'release old' })
const left = (why: string) => act('swapped', { from: 'new', to: 'old', why })

test.each<[name: string, ledger: Partial<OwnLedger>, acts: GuardAct[], expected: object]>([
  ['that nobody asked for yet', {}, [], { kind: 'absent' }],
  ['of whose elders something failed', {}, [act('failed', { release: 'old' })], { kind: 'absent' }],
  ['that has just begun to serve', { current: 'new', phase: 'trying' }, [], { kind: 'soaking' }],
  ['that is being started again', { current: 'new', phase: 'trying' }, [failed], { kind: 'soaking' }],
  ['that has proved itself', { current: 'new' }, [], { kind: 'good' }],
  [
    'that failed',
    { bad: ['new'] },
    [failed, act('bad', { release: 'new', cause: 'hung' })],
    { kind: 'sick', why: 'release new stopped answering (SIGKILL)' },
  ],
  [
    'of which nobody knows why',
    { bad: ['new'] },
    [],
    { kind: 'sick', why: 'the watchdog called release new bad' },
  ],
  [
    'that failed twice',
    {},
    [failed, act('failed', { release: 'new', cause: 'crashed', ended: 'exit status 1', faults: ['a', 'b'] })],
    { kind: 'sick', why: 'release new crashed (exit status 1); a; b' },
  ],
  [
    'of which the watchdog wrote little',
    {},
    [act('failed', { release: 'new', cause: 'sick', ended: 7, faults: 'many' })],
    { kind: 'sick', why: 'release new reported that it is unhealthy' },
  ],
  ['about which something else is written', {}, [act('started', { release: 'new' })], { kind: 'absent' }],
  [
    'that another one was left for',
    {},
    [act('swapped', { from: 'old', to: 'new', why: 'rollback' }), act('left', { from: 'new' })],
    { kind: 'absent' },
  ],
  [
    'that was left twice, the last time for the worse',
    {},
    [left('promote'), left('rollback')],
    { kind: 'sick', why: 'release new was rolled back to old' },
  ],
  [
    'that failed after it was good',
    { good: ['old', 'new'] },
    [left('promote'), failed],
    { kind: 'sick', why: 'release new stopped answering (SIGKILL)' },
  ],
  [
    'that the machine had no room for',
    {},
    [act('refused', { release: 'new', cause: 'never ready', ended: '', faults: ['The disk is full.'] })],
    { kind: 'sick', why: 'release new was never ready; The disk is full.' },
  ],
  [
    'that somebody went back from',
    {},
    [left('rollback')],
    { kind: 'sick', why: 'release new was rolled back to old' },
  ],
  ['that somebody replaced by another one', {}, [left('promote')], { kind: 'good' }],
  ['that was good when somebody left it', { good: ['old', 'new'] }, [left('rollback')], { kind: 'good' }],
])('[P5] a release %s', (_, ledger, acts, expected) => {
  expect(judgeOwnRelease({ ...LEDGER, ...ledger }, 'new', acts)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import { decideCompaction, type CompactionView } from './decide-compaction.ts'

const READY = { kind: 'ready', draft: '', mode: null } as const
const typed = { ...READY, draft: '/compact' }
const sight = (stage: CompactionView['compaction']['stage'], tries = 1) => ({
  compaction: { stage, tries, since: timestampFromMs(0), percent: 61, message: null },
})
const VIEW: Omit<CompactionView, 'compaction'> = {
  sinceMs: 100,
  isWorking: false,
  isHeld: false,
  reading: READY,
  command: '/compact',
  isShown: false,
}

const CASES: readonly (readonly [string, Partial<CompactionView>, string])[] = [
  ['an idle one with an empty prompt is told', sight('due'), 'type'],
  ['never in the middle of a turn', { ...sight('due'), isWorking: true }, 'nothing'],
  ['nor while its screen shows one', { ...sight('due'), reading: { kind: 'working' } }, 'nothing'],
  ['nor into what somebody types', { ...sight('due'), reading: { ...READY, draft: 'hel' } }, 'nothing'],
  ['nor where keys are commands', { ...sight('due'), reading: { ...READY, mode: 'normal' } }, 'nothing'],
  [
    'nor into a question',
    { ...sight('due'), reading: { kind: 'dialog', dialog: { kind: 'permission', text: 'x' } } },
    'nothing',
  ],
  ['nor while it is paused', { ...sight('due'), isHeld: true }, 'nothing'],
  ['one that saves is waited for', sight('saving'), 'nothing'],
  ['but not for ever', { ...sight('saving'), sinceMs: 121_000 }, 'move due'],
  ['unless it still works', { ...sight('saving'), sinceMs: 121_000, isWorking: true }, 'nothing'],
  ['what was typed has a moment', { ...sight('typed'), reading: typed }, 'nothing'],
  [
    'an Enter that was not heard is pressed again',
    { ...sight('typed'), reading: typed, sinceMs: 2100 },
    'press enter',
  ],
  ['it takes its time', { ...sight('typed'), reading: { kind: 'working' }, sinceMs: 300_000 }, 'nothing'],
  ['not for ever', { ...sight('typed'), reading: { kind: 'working' }, sinceMs: 901_000 }, 'move due'],
  ['idle again without a word: it is told again', { ...sight('typed'), sinceMs: 21_000 }, 'move due'],
  ['after three times it is left alone', { ...sight('typed', 3), sinceMs: 21_000 }, 'move failed'],
  ['a screen that says so is believed', { ...sight('typed'), isShown: true }, 'believe'],
  ['one that failed rests', { ...sight('failed'), sinceMs: 60_000 }, 'nothing'],
  ['and is tried again much later', { ...sight('failed'), sinceMs: 1_801_000 }, 'move due'],
]

test.each(CASES)('[C5] %s', (_, given, expected) => {
  const step = decideCompaction({ ...VIEW, ...sight('due'), ...given })
  expect('stage' in step ? `${step.do} ${step.stage}` : step.do).toBe(expected)
})

import { expect, test } from 'vitest'
import type { DeliveryId } from '../../protocol/ids.ts'
import type { ScreenReading } from '../agents/runtime.ts'
import { decideDelivery, type DeliveryDecision, type DeliveryView } from './decide-delivery.ts'

const ID = `dlv_${'0'.repeat(26)}` as DeliveryId
const ready = (draft = '', mode: 'insert' | 'normal' | null = null): ScreenReading => ({
  kind: 'ready',
  draft,
  mode,
})
const working: ScreenReading = { kind: 'working' }
const unclear: ScreenReading = { kind: 'unclear' }
const dialog: ScreenReading = { kind: 'dialog', dialog: { kind: 'permission', text: 'rm x' } }
const shows = (reading: ScreenReading, inCopyMode = false) => ({ screen: { reading, inCopyMode } })

const IDLE: DeliveryView = {
  generation: 1,
  isPaused: false,
  isShortening: false,
  isWorking: false,
  isPlain: false,
  ...shows(ready()),
  hasPrinted: false,
  waiting: 1,
  attempts: 0,
  open: null,
  notBeforeMs: 0,
}

const open = (
  state: 'opening' | 'pasted' | 'submitted',
  more: Partial<NonNullable<DeliveryView['open']>> = {},
) => ({
  waiting: 0,
  open: {
    id: ID,
    generation: 1,
    state,
    isOwn: false,
    sinceEnterMs: 60_000,
    inTranscript: false,
    onScreen: false,
    ...more,
  },
})

type Row = readonly [
  what: string,
  view: Partial<DeliveryView>,
  decision: DeliveryDecision['do'],
  why?: string,
]

const WAITING: readonly Row[] = [
  ['nothing waits', { waiting: 0 }, 'nothing'],
  ['an empty prompt', {}, 'paste'],
  ['it does not run', { generation: null }, 'wait', 'it does not run'],
  [
    'its conversation is being shortened',
    { isShortening: true },
    'wait',
    'its conversation is being shortened',
  ],
  ['it is paused', { isPaused: true }, 'wait', 'it is paused'],
  ['it is paused and does not run', { isPaused: true, generation: null }, 'wait', 'it is paused'],
  ['a screen that can’t be read', { screen: null }, 'wait', 'its screen can’t be read'],
  ['somebody scrolls', shows(ready(), true), 'wait', 'somebody scrolls in its terminal'],
  ['a dialog', shows(dialog), 'wait', 'it asks (permission): rm x'],
  [
    'a dialog of one that is said to work',
    { ...shows(dialog), isWorking: true },
    'wait',
    'it asks (permission): rm x',
  ],
  ['a turn, by its hooks', { isWorking: true }, 'wait', 'it is at work: it comes with the end of its turn'],
  ['a turn, by its screen', shows(working), 'wait', 'it is at work: it comes with the end of its turn'],
  ['an unknown screen', shows(unclear), 'wait', 'its screen shows nothing that we know'],
  ['an unknown screen of a plain program', { ...shows(unclear), isPlain: true }, 'paste'],
  ['vim’s normal mode', shows(ready('', 'normal')), 'wait', 'its prompt is in vim’s normal mode'],
  ['a half-typed line', shows(ready('rm -')), 'wait', 'somebody has half typed a line'],
  ['a pause after a try', { notBeforeMs: 2000 }, 'wait', 'a pause after the last try'],
  ['the last try was made', { attempts: 8 }, 'give up'],
]

const PASTED: readonly Row[] = [
  ['just pasted', open('pasted', { sinceEnterMs: 10 }), 'wait'],
  [
    'our text still in the prompt',
    { ...open('pasted'), ...shows(ready(`[cmux mail ${ID}: 1 message]`)) },
    'press enter',
  ],
  [
    'our text as a word in brackets',
    { ...open('pasted'), ...shows(ready('[Pasted text #1 +8 lines]')) },
    'press enter',
  ],
  ['after a crash, our text in the prompt', { ...open('opening'), ...shows(ready(ID)) }, 'press enter'],
  [
    'our text, and Enter pressed eight times',
    { ...open('pasted'), ...shows(ready(ID)), attempts: 8 },
    'give up',
  ],
  ['a dialog came in between', { ...open('pasted'), ...shows(dialog) }, 'wait', 'it asks (permission): rm x'],
  ['somebody’s words in the prompt', { ...open('pasted'), ...shows(ready('wait, I')) }, 'wait'],
  ['somebody scrolls', { ...open('pasted'), ...shows(ready(ID), true) }, 'wait'],
  ['an empty prompt and no sign', open('pasted'), 'take back'],
  ['an empty prompt and no sign for a while', open('pasted', { sinceEnterMs: 9000 }), 'wait'],
  [
    'above an empty prompt, and no transcript',
    open('pasted', { sinceEnterMs: 3000, inTranscript: null, onScreen: true }),
    'confirm',
  ],
  ['above an empty prompt, and not in its transcript', open('pasted', { onScreen: true }), 'take back'],
  ['after a crash, an empty prompt and no sign', open('opening'), 'take back'],
  ['it stands in the conversation', open('pasted', { inTranscript: true }), 'confirm'],
  ['at work, and its hook is late', { ...open('pasted'), ...shows(working) }, 'confirm'],
  ['at work, a moment ago', { ...open('pasted', { sinceEnterMs: 100 }), ...shows(working) }, 'wait'],
  [
    'a plain program printed',
    { ...open('pasted', { sinceEnterMs: 5 }), isPlain: true, hasPrinted: true },
    'confirm',
  ],
  ['a plain program is silent', { ...open('pasted'), isPlain: true, ...shows(unclear) }, 'confirm'],
]

const SUBMITTED: readonly Row[] = [
  ['it works on it', { ...open('submitted'), isWorking: true, ...shows(working) }, 'wait'],
  ['taken a moment ago', open('submitted', { sinceEnterMs: 100 }), 'wait'],
  ['idle again, and in the conversation', open('submitted', { inTranscript: true }), 'see'],
  ['idle again, and not in the conversation', open('submitted'), 'take back'],
  ['idle again, and nothing to look into', open('submitted', { inTranscript: null }), 'see'],
  [
    'put back into the prompt by Escape',
    { ...open('submitted', { sinceEnterMs: 5000 }), ...shows(ready(ID)) },
    'wait',
  ],
  ['put back, and left there', { ...open('submitted'), ...shows(ready(ID)) }, 'press enter'],
]

const ENDED: readonly Row[] = [
  ['pasted', { ...open('pasted'), generation: null }, 'take back'],
  [
    'pasted, and in the conversation: its hook found nobody',
    { ...open('pasted', { inTranscript: true }), generation: 2 },
    'see',
  ],
  ['taken, and not in the conversation', { ...open('submitted'), generation: 2 }, 'take back'],
  ['taken, and in the conversation', { ...open('submitted', { inTranscript: true }), generation: 2 }, 'see'],
]

const decide = (view: Partial<DeliveryView>) => decideDelivery({ ...IDLE, ...view }, 1000)

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'what waits': WAITING,
  'what was put into the prompt': PASTED,
  'what was taken': SUBMITTED,
  'what its process had when it ended': ENDED,
}

const cases = Object.entries(TABLES).flatMap(([of, rows]) =>
  rows.map(([what, view, decision, why]) => ({
    title: `${of}: ${what}`,
    view,
    expected: { do: decision, ...(why !== undefined && { why }) },
  })),
)

test.each(cases)('[P2] [A8] $title', ({ view, expected }) => {
  expect(decide(view)).toMatchObject(expected)
})

test.each([
  ['was typed in vain', true, open('pasted')],
  ['this process could not type', true, open('opening', { isOwn: true })],
  ['another process may not have typed', false, open('opening')],
  ['the agent’s end took with it', false, { ...open('pasted'), generation: null }],
])('[P8] what %s is counted as a try: %s', (_, isTry, view) => {
  expect(decide(view)).toMatchObject({ do: 'take back', isTry })
})

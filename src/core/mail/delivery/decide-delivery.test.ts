import { expect, test } from 'vitest'
import type { DeliveryId } from '../../../protocol/ids.ts'
import type { ScreenReading } from '../../agents/runtime.ts'
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
  isInterrupted: false,
  lacksTools: false,
  isShortening: false,
  isWorking: false,
  isPlain: false,
  ...shows(ready()),
  hasPrinted: false,
  waiting: 1,
  attempts: 0,
  triesMax: 8,
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
    way: 'paste' as const,
    isHeldUp: false,
    ...more,
  },
})

type Row = readonly [what: string, view: Partial<DeliveryView>, decision: DeliveryDecision]

const PASTE: DeliveryDecision = { do: 'paste' }
const ENTER: DeliveryDecision = { do: 'press enter' }
const wait = (why: string): DeliveryDecision => ({ do: 'wait', why })
const giveUp = (why: string): DeliveryDecision => ({ do: 'give up', why })
const confirm = (source: 'transcript' | 'screen', says: string): DeliveryDecision => ({
  do: 'confirm',
  source,
  says,
})
const see = (source: 'transcript' | 'screen', says: string): DeliveryDecision => ({ do: 'see', source, says })
const takeBack = (why: string, isTry: boolean): DeliveryDecision => ({ do: 'take back', why, isTry })
const interrupt = (source: 'transcript' | 'screen', says: string): DeliveryDecision => ({
  do: 'interrupt',
  source,
  says: `somebody stopped it: ${says}`,
})

const PAUSED = wait('it is paused')
const ASKS = wait('it asks (permission): rm x')
const AT_WORK = wait('it is at work: it comes with the end of its turn')
const UNREADABLE = wait('its screen can’t be read')
const HALF_TYPED = wait('somebody has half typed a line')
const NO_SIGN = wait('a sign that it was taken')
const IN_CONVERSATION = 'it stands in its conversation'

const WAITING: readonly Row[] = [
  ['nothing waits', { waiting: 0 }, { do: 'nothing' }],
  ['nothing waits for one that is paused', { waiting: 0, isPaused: true, attempts: 8 }, { do: 'nothing' }],
  ['an empty prompt', {}, PASTE],
  ['it does not run', { generation: null }, wait('it does not run')],
  [
    'its conversation is being shortened',
    { isShortening: true },
    wait('its conversation is being shortened'),
  ],
  [
    'it has no tools of ours yet',
    { lacksTools: true },
    wait('the tools of cmux, which its program has not connected yet'),
  ],
  ['it has no tools of ours yet, and asks something', { ...shows(dialog), lacksTools: true }, ASKS],
  ['it is being interrupted', { isInterrupted: true }, wait('it is being interrupted')],
  ['it is paused', { isPaused: true }, PAUSED],
  ['it is paused and does not run', { isPaused: true, generation: null }, PAUSED],
  ['a screen that can’t be read', { screen: null }, UNREADABLE],
  ['somebody scrolls', shows(ready(), true), wait('somebody scrolls in its terminal')],
  ['a dialog', shows(dialog), ASKS],
  ['a dialog of one that is said to work', { ...shows(dialog), isWorking: true }, ASKS],
  ['a turn, by its hooks', { isWorking: true }, AT_WORK],
  ['a turn of a plain program', { isWorking: true, isPlain: true }, AT_WORK],
  ['a turn, by its screen', shows(working), AT_WORK],
  ['an unknown screen', shows(unclear), wait('its screen shows nothing that we know')],
  ['an unknown screen of a plain program', { ...shows(unclear), isPlain: true }, PASTE],
  ['vim’s normal mode', shows(ready('', 'normal')), wait('its prompt is in vim’s normal mode')],
  ['vim’s insert mode', shows(ready('', 'insert')), PASTE],
  ['a half-typed line', shows(ready('rm -')), HALF_TYPED],
  ['a half-typed line of a plain program', { ...shows(ready('rm -')), isPlain: true }, PASTE],
  ['a pause after a try', { notBeforeMs: 1001 }, wait('a pause after the last try')],
  ['the end of the pause after a try', { notBeforeMs: 1000 }, PASTE],
  ['the last try is to be made', { attempts: 7 }, PASTE],
  ['the last try was made', { attempts: 8 }, giveUp('8 tries, and no sign that it was taken')],
  ['a try is left by the setting', { attempts: 8, triesMax: 9 }, PASTE],
]

const late = (sinceEnterMs: number, more: Partial<NonNullable<DeliveryView['open']>> = {}) =>
  open('pasted', { sinceEnterMs, ...more })

const PASTED: readonly Row[] = [
  ['just pasted', late(1999), NO_SIGN],
  ['just pasted, our text in the prompt', { ...late(1999), ...shows(ready(ID)) }, NO_SIGN],
  ['our text still in the prompt', { ...late(2000), ...shows(ready(`[cmux mail ${ID}: 1 message]`)) }, ENTER],
  [
    'our text as a word in brackets',
    { ...open('pasted'), ...shows(ready('[Pasted text #1 +8 lines]')) },
    ENTER,
  ],
  ['a word in brackets that is not ours', { ...open('pasted'), ...shows(ready('[pastedtext]')) }, HALF_TYPED],
  [
    'our text in the prompt of one that is paused',
    { ...open('pasted'), ...shows(ready(ID)), isPaused: true },
    PAUSED,
  ],
  [
    'no sign of it in the prompt of one that is paused',
    { ...open('pasted', { inTranscript: true }), isPaused: true },
    confirm('transcript', IN_CONVERSATION),
  ],
  ['after a crash, our text in the prompt', { ...open('opening'), ...shows(ready(ID)) }, ENTER],
  ['our text, and Enter pressed seven times', { ...open('pasted'), ...shows(ready(ID)), attempts: 7 }, ENTER],
  [
    'our text, and Enter pressed eight times',
    { ...open('pasted'), ...shows(ready(ID)), attempts: 8 },
    giveUp('Enter was pressed 8 times, and it was not taken'),
  ],
  ['a screen that can’t be read', { ...open('pasted'), screen: null }, UNREADABLE],
  ['a dialog came in between', { ...open('pasted'), ...shows(dialog) }, ASKS],
  ['somebody’s words in the prompt', { ...open('pasted'), ...shows(ready('wait, I')) }, HALF_TYPED],
  ['somebody scrolls', { ...open('pasted'), ...shows(ready(ID), true) }, NO_SIGN],
  ['an unknown screen', { ...open('pasted'), ...shows(unclear) }, NO_SIGN],
  [
    'an empty prompt and no sign',
    late(10_000),
    takeBack('its prompt is empty, and nothing tells that it was taken', true),
  ],
  ['an empty prompt and no sign for a while', late(9999), NO_SIGN],
  ['an empty prompt, no transcript and no sign for a while', late(9999, { inTranscript: null }), NO_SIGN],
  [
    'above an empty prompt, and no transcript',
    late(3000, { inTranscript: null, onScreen: true }),
    confirm('screen', 'it stands above its prompt'),
  ],
  [
    'above an empty prompt, and not in its transcript',
    open('pasted', { onScreen: true }),
    takeBack('its prompt is empty, and nothing tells that it was taken', true),
  ],
  [
    'after a crash, an empty prompt and no sign',
    open('opening'),
    takeBack('its prompt is empty, and nothing tells that it was taken', false),
  ],
  ['it stands in the conversation', late(0, { inTranscript: true }), confirm('transcript', IN_CONVERSATION)],
  [
    'at work, and its hook is late',
    { ...late(5000), ...shows(working) },
    confirm('screen', 'it went to work on it'),
  ],
  ['at work, a moment ago', { ...late(4999), ...shows(working) }, wait('its hook to tell that it was taken')],
  [
    'a plain program printed',
    { ...late(5), isPlain: true, hasPrinted: true },
    confirm('screen', 'it printed something'),
  ],
  ['another program printed', { ...late(5), hasPrinted: true }, NO_SIGN],
  [
    'a plain program is silent',
    { ...late(2000), isPlain: true, ...shows(unclear) },
    confirm('screen', 'it was typed'),
  ],
  ['a plain program is silent for a moment', { ...late(1999), isPlain: true, ...shows(unclear) }, NO_SIGN],
]

const taken = (sinceEnterMs: number, more: Partial<NonNullable<DeliveryView['open']>> = {}) =>
  open('submitted', { sinceEnterMs, ...more })

const SUBMITTED: readonly Row[] = [
  ['it works on it', { ...open('submitted'), isWorking: true, ...shows(working) }, AT_WORK],
  ['it works on it, as its hooks say', { ...open('submitted'), isWorking: true }, AT_WORK],
  ['it works on it, as its screen says', { ...open('submitted'), ...shows(working) }, AT_WORK],
  ['it asks about it', { ...open('submitted'), ...shows(dialog) }, wait('its answer')],
  ['an unknown screen', { ...open('submitted'), ...shows(unclear) }, wait('its answer')],
  ['a screen that can’t be read', { ...open('submitted'), screen: null }, UNREADABLE],
  ['taken a moment ago', taken(2999), wait('its answer')],
  [
    'idle again, and in the conversation',
    taken(3000, { inTranscript: true }),
    see('transcript', IN_CONVERSATION),
  ],
  [
    'given with the end of a turn, and not in the conversation',
    taken(3000, { way: 'turn end' }),
    takeBack('it is not in its conversation', true),
  ],
  ['idle again, and not in the conversation', taken(9999), wait('somebody who stopped it')],
  [
    'idle for a while, and not in the conversation',
    taken(10_000),
    interrupt('transcript', 'it is not in its conversation'),
  ],
  [
    'held up by cmux, and not in the conversation',
    taken(10_000, { isHeldUp: true }),
    takeBack('it is not in its conversation', true),
  ],
  [
    'idle again, and nothing to look into',
    taken(3000, { inTranscript: null }),
    see('screen', 'it has ended its turn since'),
  ],
  [
    'put back into the prompt by Escape',
    { ...taken(9999), ...shows(ready(ID)) },
    wait('somebody who stopped it'),
  ],
  [
    'put back, and left there',
    { ...taken(10_000), ...shows(ready(ID)) },
    interrupt('screen', 'it stands in its prompt again'),
  ],
  [
    'put back by an interrupt of cmux, and left there',
    { ...taken(10_000, { isHeldUp: true }), ...shows(ready(ID)) },
    ENTER,
  ],
  [
    'put back by an interrupt of cmux, and somebody scrolls',
    { ...taken(10_000, { isHeldUp: true }), ...shows(ready(ID), true) },
    wait('somebody scrolls in its terminal'),
  ],
  [
    'put back, and it is paused',
    { ...taken(10_000, { isHeldUp: true }), ...shows(ready(ID)), isPaused: true },
    PAUSED,
  ],
]

const TOO_EARLY = takeBack('it ended before it had it', false)

const ENDED: readonly Row[] = [
  ['pasted', { ...open('pasted'), generation: null }, TOO_EARLY],
  [
    'pasted, and nothing to look into',
    { ...open('pasted', { inTranscript: null }), generation: 2 },
    TOO_EARLY,
  ],
  [
    'pasted, and in the conversation: its hook found nobody',
    { ...open('pasted', { inTranscript: true }), generation: 2 },
    see('transcript', IN_CONVERSATION),
  ],
  ['taken, and not in the conversation', { ...open('submitted'), generation: 2 }, TOO_EARLY],
  [
    'taken, and in the conversation',
    { ...open('submitted', { inTranscript: true }), generation: 2 },
    see('transcript', IN_CONVERSATION),
  ],
]

const decide = (view: Partial<DeliveryView>) => decideDelivery({ ...IDLE, ...view }, 1000)

const TABLES: Readonly<Record<string, readonly Row[]>> = {
  'what waits': WAITING,
  'what was put into the prompt': PASTED,
  'what was taken': SUBMITTED,
  'what its process had when it ended': ENDED,
}

const cases = Object.entries(TABLES).flatMap(([of, rows]) =>
  rows.map(([what, view, expected]) => ({ title: `${of}: ${what}`, view, expected })),
)

test.each(cases)('[P2] $title', ({ view, expected }) => {
  expect(decide(view)).toEqual(expected)
})

test.each([
  ['was typed in vain', true, open('pasted')],
  ['this process could not type', true, open('opening', { isOwn: true })],
  ['another process may not have typed', false, open('opening')],
  ['the agent’s end took with it', false, { ...open('pasted'), generation: null }],
])('[P8] what %s is counted as a try: %s', (_, isTry, view) => {
  expect(decide(view)).toMatchObject({ do: 'take back', isTry })
})

// What to do next about one agent's mail. Pure: it knows what is written, what the screen shows and how long ago we acted.
import type { ScreenReading } from '../../agents/runtime.ts'
import type { Delivery } from '../message-record.ts'

export interface DeliveryView {
  /** Null while it has no process that could be written to. */
  readonly generation: number | null
  /** Nothing is typed before it is resumed. */
  readonly isPaused: boolean
  /** Somebody ends its turn, and it was not seen to rest yet: another one would be ended, too. */
  readonly isInterrupted: boolean
  /** Its program was told to shorten its conversation, or is about to be. */
  readonly isShortening: boolean
  /** Its program has not been given our tools yet, and has time left for it. */
  readonly lacksTools: boolean
  /** The last word of its hooks or its screen. */
  readonly isWorking: boolean
  /** A program whose screen nobody can read. */
  readonly isPlain: boolean
  /** Null when the screen could not be read. */
  readonly screen: { readonly reading: ScreenReading; readonly inCopyMode: boolean } | null
  /** It printed something after we pasted. */
  readonly hasPrinted: boolean
  readonly waiting: number
  /** Tries that the first of them has behind it. */
  readonly attempts: number
  /** A message is dead after this many tries. */
  readonly triesMax: number
  readonly open: (Pick<Delivery, 'state' | 'generation' | 'id' | 'way'> & OpenSight) | null
  /** After a try that nothing came of. */
  readonly notBeforeMs: number
}

interface OpenSight {
  /** This process opened it, so it was tried, also when the paste failed. Of another's nobody knows whether it got that far. */
  readonly isOwn: boolean
  /** Since we last pressed Enter, or first saw it after a restart. */
  readonly sinceEnterMs: number
  /** Its id stands in the agent's transcript; null when there is none to look into. */
  readonly inTranscript: boolean | null
  /** Its id is shown, in the prompt or above it. */
  readonly onScreen: boolean
  /** cmux itself ended the turn that it was for, to help the agent on or for a pause that is over: it may go on. */
  readonly isHeldUp: boolean
}

export type DeliveryDecision =
  | { readonly do: 'nothing' }
  | { readonly do: 'wait'; readonly why: string }
  | { readonly do: 'paste' }
  | { readonly do: 'press enter' }
  /** It was taken, though no hook has said so. */
  | { readonly do: 'confirm'; readonly source: 'transcript' | 'screen'; readonly says: string }
  | { readonly do: 'see'; readonly source: 'transcript' | 'screen'; readonly says: string }
  /** It did not arrive: its messages wait again. */
  | { readonly do: 'take back'; readonly why: string; readonly isTry: boolean }
  /** It was taken, and somebody at the terminal stopped it: it is not submitted again. */
  | { readonly do: 'interrupt'; readonly source: 'transcript' | 'screen'; readonly says: string }
  | { readonly do: 'give up'; readonly why: string }

/** A prompt that is drawn a moment later must not get a second Enter. */
export const ENTER_AGAIN_MS = 2000
/** On a busy machine a prompt is empty for long before its program shows or tells that it was taken. Twice is worse than late. */
const EMPTY_LATE_MS = 10_000
/** A hook that comes late is waited for this long while the screen says that it works. */
const HOOK_LATE_MS = 5000
/** What was taken and has not been answered: it may still be thinking about its first word. */
const SEEN_LATE_MS = 3000
/** On a busy machine the prompt is drawn long after its hook has told that it was taken. */
const PUT_BACK_MS = 10_000

const NOTHING: DeliveryDecision = { do: 'nothing' }
const wait = (why: string): DeliveryDecision => ({ do: 'wait', why })

export function decideDelivery(view: DeliveryView, nowMs: number): DeliveryDecision {
  if (view.open) return holdBack(decideOpen(view, view.open), view)
  if (view.waiting === 0) return NOTHING
  if (view.attempts >= view.triesMax)
    return { do: 'give up', why: `${view.attempts} tries, and no sign that it was taken` }
  const obstacle = findObstacle(view)
  if (obstacle !== null) return wait(obstacle)
  return nowMs < view.notBeforeMs ? wait('a pause after the last try') : { do: 'paste' }
}

const PAUSED = 'it is paused'
const SCROLLS = 'somebody scrolls in its terminal'
const AT_WORK = 'it is at work: it comes with the end of its turn'

/** Why nothing may be typed right now. */
function findObstacle(view: DeliveryView): string | null {
  const { generation, screen, isWorking, isPlain, isPaused, isInterrupted, isShortening, lacksTools } = view
  if (isPaused) return PAUSED
  if (isInterrupted) return 'it is being interrupted'
  if (isShortening) return 'its conversation is being shortened'
  if (generation === null) return 'it does not run'
  if (!screen) return 'its screen can’t be read'
  if (screen.inCopyMode) return SCROLLS
  const { reading } = screen
  if (reading.kind === 'dialog') return `it asks (${reading.dialog.kind}): ${reading.dialog.text}`
  if (isWorking || reading.kind === 'working') return AT_WORK
  if (isPlain) return null
  if (reading.kind === 'unclear') return 'its screen shows nothing that we know'
  if (reading.mode === 'normal') return 'its prompt is in vim’s normal mode'
  if (reading.draft !== '') return 'somebody has half typed a line'
  return lacksTools ? 'the tools of cmux, which its program has not connected yet' : null
}

/** What is known of mail that it has goes on; only keys are held back. */
function holdBack(decision: DeliveryDecision, { isPaused }: DeliveryView): DeliveryDecision {
  return isPaused && decision.do === 'press enter' ? wait(PAUSED) : decision
}

type Open = NonNullable<DeliveryView['open']>

function decideOpen(view: DeliveryView, open: Open): DeliveryDecision {
  if (view.generation !== open.generation) return afterItsEnd(open)
  if (!view.screen) return wait('its screen can’t be read')
  if (open.state === 'submitted') return decideSubmitted(view, open, view.screen)
  return decidePasted(view, open, view.screen)
}

/** The process that had it is gone. It may have taken it while nobody was there to be told by its hook: its conversation knows. */
function afterItsEnd({ inTranscript }: Open): DeliveryDecision {
  if (inTranscript === true) return { do: 'see', source: 'transcript', says: 'it stands in its conversation' }
  return { do: 'take back', why: 'it ended before it had it', isTry: false }
}

function decidePasted(
  view: DeliveryView,
  open: Open,
  { reading, inCopyMode }: NonNullable<DeliveryView['screen']>,
): DeliveryDecision {
  if (open.inTranscript === true)
    return { do: 'confirm', source: 'transcript', says: 'it stands in its conversation' }
  const isLate = open.sinceEnterMs >= ENTER_AGAIN_MS
  if (view.isPlain) {
    if (view.hasPrinted) return { do: 'confirm', source: 'screen', says: 'it printed something' }
    // Nobody can see whether it was taken; typing again would do it twice.
    return isLate
      ? { do: 'confirm', source: 'screen', says: 'it was typed' }
      : wait('a sign that it was taken')
  }
  if (reading.kind === 'dialog') return wait(`it asks (${reading.dialog.kind}): ${reading.dialog.text}`)
  if (reading.kind === 'working')
    return open.sinceEnterMs >= HOOK_LATE_MS
      ? { do: 'confirm', source: 'screen', says: 'it went to work on it' }
      : wait('its hook to tell that it was taken')
  if (!isLate || inCopyMode || reading.kind === 'unclear') return wait('a sign that it was taken')
  if (isOurs(reading.draft, open.id))
    return view.attempts >= view.triesMax
      ? { do: 'give up', why: `Enter was pressed ${view.attempts} times, and it was not taken` }
      : { do: 'press enter' }
  if (reading.draft !== '') return wait('somebody has half typed a line')
  // Of a program that writes no transcript which we could read.
  if (open.inTranscript === null && open.onScreen)
    return { do: 'confirm', source: 'screen', says: 'it stands above its prompt' }
  if (open.sinceEnterMs < EMPTY_LATE_MS) return wait('a sign that it was taken')
  return {
    do: 'take back',
    why: 'its prompt is empty, and nothing tells that it was taken',
    isTry: open.state === 'pasted' || open.isOwn,
  }
}

function decideSubmitted(
  view: DeliveryView,
  open: Open,
  { reading, inCopyMode }: NonNullable<DeliveryView['screen']>,
): DeliveryDecision {
  if (view.isWorking || reading.kind === 'working') return wait(AT_WORK)
  if (reading.kind !== 'ready' || open.sinceEnterMs < SEEN_LATE_MS) return wait('its answer')
  const isPutBack = isOurs(reading.draft, open.id)
  if (isPutBack || (open.inTranscript === false && open.way === 'paste'))
    return decideStopped(open, isPutBack, inCopyMode)
  // The answer to its hook may have been lost on the way.
  if (open.inTranscript === false) return NOT_THERE
  return open.inTranscript === true
    ? { do: 'see', source: 'transcript', says: 'it stands in its conversation' }
    : { do: 'see', source: 'screen', says: 'it has ended its turn since' }
}

/** Its program took it and has let go of it again: as Claude Code does with Escape before its first word. */
function decideStopped(open: Open, isPutBack: boolean, inCopyMode: boolean): DeliveryDecision {
  if (open.sinceEnterMs < PUT_BACK_MS) return wait('somebody who stopped it')
  if (!open.isHeldUp)
    return isPutBack
      ? { do: 'interrupt', source: 'screen', says: 'somebody stopped it: it stands in its prompt again' }
      : { do: 'interrupt', source: 'transcript', says: 'somebody stopped it: it is not in its conversation' }
  if (!isPutBack) return NOT_THERE
  return inCopyMode ? wait(SCROLLS) : { do: 'press enter' }
}

const NOT_THERE: DeliveryDecision = { do: 'take back', why: 'it is not in its conversation', isTry: true }

/** Long pastes are shown as a word in brackets by every one of these programs. */
function isOurs(draft: string, id: string): boolean {
  return draft.includes(id) || /\[pasted\b/i.test(draft)
}

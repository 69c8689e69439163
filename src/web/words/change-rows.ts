// What happens to changes, as sentences.
import { describeChangeState, describeRisk } from '../../protocol/changes/describe-change.ts'
import type { Tone } from '../ui/tone.ts'
import type { EventWords } from './describe-event.ts'
import { sayActor } from './say-actor.ts'
import { sayNote } from './say-note.ts'
import { textOf as text } from './text-of.ts'

type Data = Readonly<Record<string, unknown>>

const changeLink = (data: Data) => `/changes/${text(data['id'])}`

const CHANGE_TONES: Readonly<Record<string, Tone>> = {
  good: 'well',
  refused: 'bad',
  rolling_back: 'worry',
  rolled_back: 'worry',
}

function quoted(words: unknown): string {
  return text(words) === '' ? '' : ` (“${text(words)}”)`
}

export const CHANGE_ROWS: Readonly<Record<string, (data: Data, actor: string) => EventWords>> = {
  'change.planned': (data, actor) => ({
    text: `${sayActor(actor)} drafted a change to ${text(data['project'])} (${describeRisk(text(data['tier']))}): ${text(data['description'])}`,
    tone: data['tier'] === 'forbidden' ? 'worry' : 'busy',
    link: changeLink(data),
  }),
  'change.moved': (data) => ({
    text: `change to ${text(data['project'])}: ${describeChangeState(text(data['to']))}${quoted(data['description'])}${text(data['note']) === '' ? '' : `: ${sayNote(text(data['note']))}`}`,
    tone: CHANGE_TONES[text(data['to'])] ?? 'quiet',
    link: changeLink(data),
  }),
  'change.checking': (data) => ({
    text: `change to ${text(data['project'])}: ${text(data['check'])} started`,
    tone: 'quiet',
    link: changeLink(data),
  }),
  'change.output': (data) => ({
    text: `change to ${text(data['project'])}: ${text(data['check'])} is running`,
    tone: 'quiet',
    link: changeLink(data),
  }),
  'change.checked': (data) => ({
    text: `change to ${text(data['project'])}: ${text(data['check'])} ${text(data['detail'])}`,
    tone: data['outcome'] === 'passed' ? 'quiet' : 'worry',
    link: changeLink(data),
  }),
}

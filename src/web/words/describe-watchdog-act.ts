// What the watchdog did, in words for people: one row a kind of record.
import { describeCause } from '../../protocol/releases/describe-cause.ts'
import type { EventWords } from './describe-event.ts'

type Detail = Readonly<Record<string, unknown>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const short = (release: unknown) => text(release).slice(0, 12)

const ROWS: Readonly<Record<string, (detail: Detail) => Omit<EventWords, 'link'>>> = {
  failed: ({ cause, next }) => ({
    text: `the server ${describeCause(cause)}; next: ${text(next)}`,
    tone: 'bad',
  }),
  recovered: ({ cause, by }) => ({
    text: `the server recovered (${text(by)}) after it ${describeCause(cause)}`,
    tone: 'well',
  }),
  good: ({ release }) => ({ text: `release ${short(release)} is healthy`, tone: 'well' }),
  bad: ({ release, cause }) => ({
    text: `release ${short(release)} is bad: it ${describeCause(cause)}`,
    tone: 'bad',
  }),
  swapped: ({ to, why }) => ({ text: `release ${short(to)} took over (${text(why)})`, tone: 'busy' }),
  'not started': ({ release, why }) => ({
    text: `release ${short(release)} was not started: ${text(why)}`,
    tone: 'worry',
  }),
  refused: ({ release, cause }) => ({
    text: `release ${short(release)} was rejected: it ${describeCause(cause)}`,
    tone: 'bad',
  }),
  declined: ({ what }) => ({ text: `a ${text(what)} was declined`, tone: 'worry' }),
  'guard proved': () => ({ text: 'the new watchdog is healthy', tone: 'well' }),
  'guard refused': () => ({ text: 'the new watchdog failed its trial; the old one is back', tone: 'bad' }),
  'disk full': () => ({ text: 'the disk is full: the reserve was freed', tone: 'bad' }),
  'disk well': () => ({ text: 'the disk has free space again', tone: 'well' }),
  slow: ({ part, cause }) => ({
    text: `the ${text(part)} is slow: it waits for ${describeWait(cause)}`,
    tone: 'worry',
  }),
  'slow over': ({ part }) => ({ text: `the ${text(part)} answers in time again`, tone: 'well' }),
  'safe mode': () => ({ text: 'safe mode: no release is healthy', tone: 'bad' }),
}

export function describeWatchdogAct(data: Detail): EventWords {
  const kind = text(data['kind'])
  const row = Object.hasOwn(ROWS, kind) ? ROWS[kind] : undefined
  const words = row?.((data['detail'] ?? {}) as Detail)
  return { ...(words ?? { text: `the watchdog: ${kind}`, tone: 'quiet' }), link: '/health' }
}

const WAITS: Readonly<Record<string, string>> = {
  disk: 'the disk',
  memory: 'memory',
  processor: 'a processor',
}

function describeWait(cause: unknown): string {
  const known = text(cause)
  return (Object.hasOwn(WAITS, known) ? WAITS[known] : undefined) ?? known
}

// What the journal says by itself of an event. Pure; one row a kind of event. Recoveries and steps of changes are not here: who
// writes those knows more than their event, and writes the entry with it.
import type { Event } from '../../protocol/event.ts'
import type { JournalKind } from '../../protocol/journal/journal-kinds.ts'

interface Told {
  readonly kind: JournalKind
  readonly text: string
  /** Of the day of the event. */
  readonly files?: readonly string[]
}

type Data = Event['data']
type Row = (data: Data, actor: string, at: string) => Told | undefined

const ROWS: Readonly<Record<string, Row>> = {
  'agent.spawned': (data, actor) => ({
    kind: 'agent',
    text: lines(
      `${word(data, 'agent')} was spawned by ${actor} as ${word(data, 'role')} (${word(data, 'runtime')}).`,
      word(data, 'purpose'),
    ),
  }),
  'agent.started': (data) => ({
    kind: 'agent',
    text: `${word(data, 'agent')} started ${data['resumes'] === true ? 'with its conversation' : 'with a new conversation'}, run ${word(data, 'generation')}: ${word(data, 'why')}.`,
  }),
  'agent.ended': (data) => ({
    kind: 'agent',
    text: lines(
      `${word(data, 'agent')} exited, run ${word(data, 'generation')}: ${word(data, 'end')}.`,
      data['asked'] === null ? 'The exit was unexpected.' : `Requested: ${word(data, 'asked')}.`,
    ),
  }),
  'agent.state_kept': (data, _actor, at) => ({
    kind: 'agent',
    text: `The context of ${word(data, 'agent')} was saved: ${word(data, 'why')}.`,
    files: findArtifact(word(data, 'path'), at),
  }),
  'agent.removed': (data) => ({ kind: 'agent', text: describeRemoval(data) }),
  'agent.moved': (data) => ({
    kind: 'agent',
    text: `${word(data, 'agent')} moved from the checkout ${word(data, 'from')} to its own workspace ${word(data, 'to')}. Nothing in the checkout was changed.`,
  }),
  'agent.unmoved': (data) => ({
    kind: 'recovery',
    text: `${word(data, 'agent')} made no progress for ${word(data, 'stillSec')} s (${word(data, 'fault')}). Recovery step: ${word(data, 'rung')}.`,
  }),
  'agent.needs_person': (data) => ({
    kind: 'error',
    text: lines(`${word(data, 'agent')} needs a person: ${word(data, 'why')}`, word(data, 'hint')),
  }),
  'agents.breaker': (data) => ({
    kind: 'error',
    text: `${word(data, 'dead')} of ${word(data, 'all')} agents looked dead at once: cmux checks twice before it restarts any of them.`,
  }),
  'alert.raised': (data) => ({
    kind: 'error',
    text: lines(
      `Alert: ${word(data, 'title')}`,
      word(data, 'where') === '' ? '' : `in ${word(data, 'where')}`,
      `See: cmux alerts show ${word(data, 'id')}`,
    ),
  }),
  'service.fell': (data) => ({
    kind: 'recovery',
    text: lines(
      `The service of ${word(data, 'project')} crashed (${word(data, 'falls')} in a row) and was restarted.`,
      word(data, 'why'),
    ),
  }),
  'service.status': (data) => {
    const says = SERVICE_STATES[word(data, 'to')]
    if (says === undefined) return undefined
    return {
      kind: 'error',
      text: lines(`The service of ${word(data, 'project')} ${says}.`, word(data, 'why')),
    }
  },
  'watchdog.acted': describeAct,
  'release.rehearsed': (data) => {
    const failed = (data['failed'] ?? undefined) as Data | undefined
    if (!failed) return undefined
    const text = `Release ${word(data, 'release')} failed its rehearsal and does not serve. ${word(failed, 'check')}: ${word(failed, 'detail')}`
    return { kind: 'error', text }
  },
  'backup.restored': (data) => ({
    kind: 'recovery',
    text: lines(
      `The state was restored from ${word(data, 'from')}.`,
      data['setAside'] === null ? '' : `The previous state is kept in ${word(data, 'setAside')}.`,
    ),
  }),
}

const SERVICE_STATES: Readonly<Record<string, string>> = {
  sick: 'is unhealthy',
  given_up: 'is down: it crashed too often. Start it again with `cmux project service`',
}

/** What has to be read of the history. */
export const JOURNAL_TYPES: readonly string[] = Object.keys(ROWS)

export function entryOfEvent({ type, data, actor, at }: Omit<Event, 'seq'>): Told | undefined {
  return Object.hasOwn(ROWS, type) ? ROWS[type]?.(data, actor, at) : undefined
}

/** Around midnight it may be in the folder of the day before, to which no entry of today can point. */
function findArtifact(path: string, at: string): string[] {
  const [, day, file] = /\/([\d-]{10})\/(artifacts\/[\w.-]+)$/.exec(path) ?? []
  return file === undefined || day !== at.slice(0, 10) ? [] : [file]
}

/** How to get back what it had not brought home (P6). */
function describeRemoval(data: Data): string {
  const saved = Array.isArray(data['saved']) ? data['saved'].map(String) : []
  const kept =
    saved.length === 0
      ? ['All of its work was in the project already.']
      : ['Its work is kept:', ...saved.map((what) => `- ${what}`)]
  return [`${word(data, 'agent')} was removed.`, ...kept].join('\n')
}

/** Failures come with an entry of their own; these are what else changes what runs. */
function describeAct(data: Data): Told | undefined {
  const detail = (data['detail'] ?? {}) as Data
  const row = ACTS[word(data, 'kind')]
  const text = row?.(detail)
  return text === undefined ? undefined : { kind: 'recovery', text }
}

const ACTS: Readonly<Record<string, (detail: Data) => string | undefined>> = {
  swapped: (detail) =>
    detail['from'] === detail['to']
      ? undefined
      : `Release ${word(detail, 'to')} took over from ${word(detail, 'from')} (${word(detail, 'why')}).`,
  'not started': (detail) => `Release ${word(detail, 'release')} was not started: ${word(detail, 'why')}.`,
  'guard refused': (detail) =>
    `The watchdog ${word(detail, 'guard')} failed its trial; ${word(detail, 'back')} is back.`,
  'disk full': () => 'The disk is full: the reserve was freed for what had to be written.',
  'disk well': () => 'There is room on the disk again.',
  slow: (detail) =>
    `The ${word(detail, 'part')} was slow: no answer for ${word(detail, 'delayMs')} ms, waiting for: ${word(detail, 'cause')}. It was left alone.`,
  'slow over': (detail) =>
    `The ${word(detail, 'part')} answers in time again; waiting for: ${word(detail, 'cause')}, ${word(detail, 'worstMs')} ms at worst.`,
}

function word(data: Data, key: string): string {
  const value = data[key]
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '' : JSON.stringify(value)
}

const lines = (...parts: string[]) => parts.filter((part) => part !== '').join('\n')

import { expect, test } from 'vitest'
import type { Event } from '../../../protocol/event.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import { kindOnTimeline, typesOnTimeline } from './timeline-kinds.ts'

const event = (type: string, data: Record<string, unknown> = {}): Event => ({
  seq: 1,
  type,
  at: '2026-01-01T00:00:00.000Z' as Timestamp,
  actor: 'system',
  data,
})

test.each([
  ['release.rehearsed', {}, 'releases'],
  ['watchdog.acted', { kind: 'swapped' }, 'releases'],
  ['watchdog.acted', { kind: 'bad' }, 'releases'],
  ['watchdog.acted', { kind: 'recovered' }, 'recoveries'],
  ['watchdog.acted', { kind: 'guard proved' }, null],
  ['change.moved', { from: 'adopting', to: 'good' }, 'changes'],
  ['change.moved', { from: 'checking', to: 'refused' }, 'changes'],
  ['change.moved', { from: 'queued', to: 'checking' }, null],
  ['change.moved', { from: 'rolling_back', to: 'rolling_back' }, null],
  ['agent.ended', { asked: null }, 'recoveries'],
  ['agent.ended', { asked: 'stop' }, null],
  ['agent.needs_person', {}, 'given up'],
  ['service.restarted', {}, 'programs'],
  ['message.accepted', {}, null],
])('[U6] %s %j is on the time line as %s', (type, data, kind) => {
  expect(kindOnTimeline(event(type, data))).toBe(kind)
})

test('[U6] the server is asked for no more than what may be shown', () => {
  expect(typesOnTimeline('changes')).toBe('change.moved')
  expect(typesOnTimeline('releases')).toBe('release.*,watchdog.acted')
  expect(typesOnTimeline(undefined).split(',').length).toBeLessThanOrEqual(20)
})

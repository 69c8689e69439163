import { expect, test } from 'vitest'
import { NoticeSettings } from '../../protocol/notifications/notice-settings.ts'
import { isRouted } from './is-routed.ts'

const channels = {
  ops: { kind: 'slack-webhook' },
  hook: { kind: 'webhook', url: 'https://example.org/x' },
} as const
const settle = (routes: object) => NoticeSettings.parse({ channels, routes })
const NONE = settle({})
const ROUTED = settle({
  '*': { to: ['ops'], urgency: 'high' },
  'task-done': { to: ['hook'] },
  approval: { to: ['ops', 'hook'] },
  'dead-letter': { to: [] },
})

test.each([
  ['without routes all channels', NONE, 'recovery', 'normal', ['ops', 'hook']],
  ['without routes nothing that can wait', NONE, 'task-done', 'low', []],
  ['a row of its own', ROUTED, 'task-done', 'low', ['hook']],
  ['the row for all others', ROUTED, 'recovery', 'high', ['ops']],
  ['below the urgency of the row', ROUTED, 'recovery', 'normal', []],
  ['a row that names nobody', ROUTED, 'dead-letter', 'high', []],
  ['what follows goes where it began', ROUTED, 'approval-decided', 'high', ['ops', 'hook']],
] as const)('[W4] %s', (_, settings, kind, urgency, expected) => {
  expect(['ops', 'hook'].filter((name) => isRouted({ kind, urgency }, name, settings))).toEqual(expected)
})

test.each([
  [{ routes: { approval: { to: ['nobody'] } } }, 'there is no channel nobody'],
  [{ routes: { rumour: { to: [] } } }, 'rumour'],
  [{ channels: { ops: { kind: 'webhook', url: 'http://example.org/' } } }, 'must begin with https'],
  [{ channels: { ops: { kind: 'webhook', url: 'ftp://example.org/' } } }, 'must'],
  [
    { channels: { ops: { kind: 'webhook', url: 'https://me:secret@example.org/' } } },
    'must hold no password',
  ],
  [{ channels: { 'Up/../x': { kind: 'slack-webhook' } } }, 'small letters'],
  [{ slack: { people: { ada: 'ada' } } }, 'Slack user id'],
])('[W4] settings %j are refused', (settings, words) => {
  expect(JSON.stringify(NoticeSettings.safeParse(settings).error?.issues)).toContain(words)
})

import { expect, test } from 'vitest'
import { toAuditEntry } from './to-audit-entry.ts'

const entryOf = (actor: string, data: string) =>
  toAuditEntry({ seq: 7, type: 'x', at: '2026-01-01T00:00:00.000Z', actor, data, hash: null })

test.each([
  ['the agent that it is about', 'owner', '{"agent":"anna","generation":3}', 'anna', 3],
  ['the agent that has the task', 'owner', '{"assignee":"bert"}', 'bert', null],
  ['the agent that did it', 'agent:carl', '{"assignee":null}', 'carl', null],
  ['no agent', 'owner', '{"generation":"x"}', null, null],
])('[P10] an entry names %s', (_, actor, data, agent, generation) => {
  expect(entryOf(actor, data)).toMatchObject({ agent, generation })
})

test('[P10] an entry that was made unreadable is shown as it is', () => {
  expect(entryOf('owner', '{"a":').data).toEqual({ unreadable: '{"a":' })
})

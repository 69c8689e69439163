import { expect, test } from 'vitest'
import { makeAgent } from '../../../test/fixtures/make-agent.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { mustInterrupt } from './pause-keeper.ts'
import type { Dialog, ScreenReading } from '../agents/runtime.ts'

const paused = (cutsTurn: boolean) => ({ since: timestampFromMs(0), by: 'owner', why: null, cutsTurn })
const dialog = (kind: Dialog['kind']): ScreenReading => ({ kind: 'dialog', dialog: { kind, text: '' } })
const ready: ScreenReading = { kind: 'ready', draft: '', mode: null }

test.each<[what: string, change: Partial<AgentRecord>, reading: ScreenReading | null, isSo: boolean]>([
  ['a turn on its screen', {}, { kind: 'working' }, true],
  ['a turn on its screen, told before', { paused: paused(true) }, { kind: 'working' }, true],
  ['an empty prompt, whatever hooks said', { status: 'working' }, ready, false],
  ['a screen that nobody knows, and hooks that tell of a turn', { status: 'working' }, null, true],
  ['a screen that nobody knows', { status: 'starting' }, { kind: 'unclear' }, false],
  ['a question for permission', {}, dialog('permission'), true],
  ['a first question, where the key would end the program', {}, dialog('trust'), false],
  ['a plain program', { runtime: 'shell' }, { kind: 'unclear' }, true],
  ['a plain program that was told', { runtime: 'shell', paused: paused(true) }, { kind: 'unclear' }, false],
])('[O3] a paused agent with %s: interrupted %s', (_, change, reading, isSo) => {
  const record = makeAgent('anna', { paused: paused(false), ...change })
  expect(mustInterrupt({ record, screen: reading && { reading, atMs: 0 } })).toBe(isSo)
})

// An agent's CLI must not lose patience before cmux has said no: some go on as if they had been allowed.
import { expect, test } from 'vitest'
import { claudeHooks } from '../../src/adapters/runtimes/claude/claude-hooks.ts'
import { codexHooks } from '../../src/adapters/runtimes/codex/codex-hooks.ts'
import { geminiHooks } from '../../src/adapters/runtimes/gemini/gemini-hooks.ts'
import { denyGate } from '../../src/adapters/runtimes/deny-gate.ts'
import { opencodePlugin } from '../../src/adapters/runtimes/opencode/opencode-plugin.ts'
import { composeEnvelope } from '../../src/core/mail/delivery/compose-envelope.ts'
import { denyAnswer, GATE_WAIT_SEC, isGate } from '../../src/hook/gate.ts'
import { limitOf } from '../../src/hook/limit-of.ts'
import { DeliveryId } from '../../src/protocol/ids.ts'

const COMMAND = ['node', 'hook.mjs']

interface Gate {
  readonly event: string
  readonly sec: number
}

type Hooks = Readonly<Record<string, readonly { hooks: readonly { timeout: number }[] }[]>>

/** The limit of each event that our hook program takes for a gate. */
function gatesOf(hooks: unknown, unitSec: number): Gate[] {
  return limitsOf(hooks, unitSec).filter(({ event }) => isGate(event))
}

function limitsOf(hooks: unknown, unitSec: number): Gate[] {
  const known = hooks as Hooks
  return Object.keys(known).map((event) => ({
    event,
    sec: (known[event]?.[0]?.hooks[0]?.timeout ?? 0) * unitSec,
  }))
}

/** It asks its one gate by name, with the limit as the last argument. */
function gatesOfPlugin(plugin: string): Gate[] {
  const calls = [...plugin.matchAll(/run\('([\w.]+)', .*, (\d+)\)\)/g)]
  return calls
    .map(([, event = '', ms]) => ({ event, sec: Number(ms) / 1000 }))
    .filter(({ event }) => isGate(event))
}

test.each<[runtime: string, gates: Gate[], events: string[]]>([
  ['claude', gatesOf(claudeHooks(COMMAND), 1), ['PreToolUse', 'PermissionRequest']],
  ['codex', gatesOf(codexHooks(COMMAND), 1), ['PreToolUse', 'PermissionRequest']],
  ['gemini', gatesOf(geminiHooks(COMMAND), 0.001), ['BeforeTool']],
  ['opencode', gatesOfPlugin(opencodePlugin(COMMAND)), ['tool.execute.before']],
])('[P7] %s waits longer at a gate than our hook program does', (_, gates, events) => {
  expect(gates.map(({ event, sec }) => [event, sec > GATE_WAIT_SEC])).toEqual(
    events.map((event) => [event, true]),
  )
})

test.each(['PreToolUse', 'PermissionRequest', 'BeforeTool', 'tool.execute.before', 'Stop', 'toString'])(
  '[O2] the server denies %s in the words that the hook program has for it',
  (event) => {
    const reason = 'No. It was not allowed, and nothing was done.'
    expect(denyGate(event, reason) ?? {}).toEqual(denyAnswer(event, 'No.'))
  },
)

test.each<[runtime: string, limits: Gate[], event: string]>([
  ['claude', limitsOf(claudeHooks(COMMAND), 1), 'UserPromptSubmit'],
  ['codex', limitsOf(codexHooks(COMMAND), 1), 'UserPromptSubmit'],
  ['gemini', limitsOf(geminiHooks(COMMAND), 0.001), 'BeforeAgent'],
])('[P2] %s waits longer for a prompt that brings mail than our hook program does', (_, limits, event) => {
  const delivery = DeliveryId.parse(`dlv_${'0'.repeat(26)}`)
  const prompt = JSON.stringify({ prompt: composeEnvelope(delivery, []) })
  const [withMail, typed] = [prompt, '{}'].map((body) => limitOf(event, 0, body))
  expect(withMail).toBeGreaterThan(typed ?? 0)
  expect(limits.find((limit) => limit.event === event)?.sec).toBeGreaterThan((withMail ?? 0) / 1000)
})

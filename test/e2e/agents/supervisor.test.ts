// The supervisor's heartbeat with real processes: what hangs, what goes in circles and what died are told apart, and each is
// brought back by the mildest step that works.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const SHORT = { nudgeSec: 1, interruptSec: 2, restartSec: 3, toolSec: 1, repeats: 4 }

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
})
afterAll(() => built[Symbol.dispose]())

/** Longer than a start takes on a busy machine. */
const PATIENT = { ...SHORT, nudgeSec: 60, interruptSec: 120, restartSec: 180 }

const STEPS = ['look', 'nudge', 'interrupt', 'restart']

const startWith = (name: string, supervisor = SHORT) =>
  startTeam(built, name, { agents: { supervisor, stopSec: 0.5, backOffSec: [0] } })

const stepsOf = async (team: AgentTeam) =>
  (await team.events('agent.unmoved')).map(({ data }) => `${String(data['fault'])}: ${String(data['rung'])}`)

test('[H9] one that hangs is nudged, interrupted, restarted with its conversation, and the second time a person is told', async () => {
  await using team = await startWith('hangs')
  await team.spawn('boss', { role: 'supervisor', task: 'say my task\nhang' })
  const before = await team.becomes('boss', 'working')
  const after = await team.becomes('boss', 'idle', { generation: 2 })
  expect(await stepsOf(team)).toEqual(STEPS.map((rung) => `frozen: ${rung}`))
  expect(after.conversation).toBe(before.conversation)
  expect(await team.tmux('capture-pane', '-p', '-t', String(after.pane))).toContain('my task')

  await team.prompt('boss', 'hang')
  await team.told('agent.needs_person', { agent: 'boss', why: 'boss is frozen again after a restart' })
  expect((await stepsOf(team)).slice(STEPS.length)).toEqual(
    [...STEPS.slice(0, -1), 'person'].map((rung) => `frozen: ${rung}`),
  )
})

test('[H9] one that goes in circles is interrupted, and goes on living; so is one that does nothing while its screen moves', async () => {
  await using team = await startWith('loops')
  await team.spawn('boss', { role: 'supervisor', task: 'loop' })
  const { pid } = await team.becomes('boss', 'working')
  await team.told('agent.unmoved', { agent: 'boss', fault: 'looping', rung: 'interrupt' })
  await team.becomes('boss', 'idle', { pid, generation: 1 })
  expect(await stepsOf(team)).toEqual(['looping: interrupt'])

  await team.spawn('chief', { role: 'supervisor', task: 'spin' })
  const { pane } = await team.becomes('chief', 'working')
  const screens = new Set<string>()
  const look = async () => screens.add(await team.tmux('capture-pane', '-p', '-t', String(pane)))
  await expect.poll(async () => (await look()).size, { timeout: 60_000 }).toBeGreaterThan(1)
  await team.told('agent.unmoved', { agent: 'chief', fault: 'frozen', rung: 'interrupt' })
  await team.told('message.accepted', { to: 'chief', subject: 'go on where you were' })
  expect((await stepsOf(team)).slice(1, STEPS.length)).toEqual(
    STEPS.slice(0, -1).map((rung) => `frozen: ${rung}`),
  )
  expect(await team.show('chief')).toMatchObject({ generation: 1 })
})

test('[H9] [A2] one whose process died is said to have ended, comes back, and its first task is not lost', async () => {
  await using team = await startWith('dies', PATIENT)
  await team.spawn('boss', { role: 'supervisor', task: 'say my task' })
  const { pid } = await team.until('boss', (agent) => agent.pid !== null)
  process.kill(Number(pid), 'SIGKILL')
  await team.told('agent.ended', { agent: 'boss', generation: 1, end: 'ended by signal 9' })
  await team.told('message.moved', { to: 'boss', receipt: 'submitted' })
  const { pane } = await team.becomes('boss', 'idle', { generation: 2 })
  expect(await team.tmux('capture-pane', '-p', '-t', String(pane))).toContain('my task')
  expect(await stepsOf(team)).toEqual([])
})

test('[H9] [P9] one with nothing to do is left alone for longer than all limits', async () => {
  await using team = await startWith('idles')
  await team.spawn('boss', { role: 'supervisor' })
  const { pid, statusSince } = await team.becomes('boss', 'idle')
  const limitMs = 3 * SHORT.restartSec * 1000
  await expect.poll(() => Date.now() - Date.parse(statusSince), { timeout: 60_000 }).toBeGreaterThan(limitMs)
  expect(await team.show('boss')).toMatchObject({ status: 'idle', pid, generation: 1 })
  expect(await team.events('agent.unmoved')).toEqual([])
})

// The real programs as agents of a real cmux, against models that play a script on loopback.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { AgentStatus } from '../../src/protocol/agents/agent.ts'
import type { ShownAgent } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { PRESENT, type Played } from './programs.ts'
import { startStage, type Stage } from './stage.ts'

/** Of the role that it is given. */
const WORKER_WORDS = 'You are a worker in a team of coding agents'
const LIMIT = { timeout: 180_000, interval: 100 }

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, PRESENT)
  // All at once: while the first is looked at, the slow ones start.
  await Promise.all(PRESENT.map((name) => stage.spawn(name, 'play ask and remember the first words')))
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const becomes = (name: Played, holds: (agent: ShownAgent) => boolean) =>
  vi.waitFor(async () => {
    const agent = await stage.team.show(name)
    if (!holds(agent)) throw new Error(`not yet: ${JSON.stringify(agent, undefined, 1)}`)
    return agent
  }, LIMIT)

const hasEnded = ({ status, evidence }: ShownAgent) =>
  status === 'idle' && evidence.some(({ says }) => says === 'ended its turn')

const isAt = (status: AgentStatus, generation: number) => (agent: ShownAgent) =>
  agent.status === status && agent.generation === generation

/** What was told of it, in order, each with its evidence. */
async function movesOf(name: Played): Promise<readonly { to: unknown; sources: string[] }[]> {
  const told = (await stage.team.events('agent.status')).filter(({ data }) => data['agent'] === name)
  return told.map(({ data }) => {
    const evidence = data['evidence'] as ShownAgent['evidence']
    return { to: data['to'], sources: evidence.map(({ source }) => source) }
  })
}

test.each(PRESENT)(
  '[A4] [A8] [P9] %s takes its task, asks before a tool, runs it and ends its turn; each is told with what shows it',
  async (name) => {
    const { team, models } = stage
    await becomes(name, isAt('working', 1))
    models[name].release()
    const { folder } = await becomes(name, isAt('waiting', 1))
    expect(existsSync(join(folder, 'ask-out.txt'))).toBe(false)
    await stage.allow(name)
    const { branch } = await becomes(name, hasEnded)
    expect([branch, existsSync(join(folder, 'ask-out.txt'))]).toEqual([`agent/${name}`, true])
    const moves = await movesOf(name)
    // Its task is given as soon as its prompt is seen, which may be before the next round has judged it as idle.
    expect(moves.map(({ to }) => to).join(' ')).toMatch(/^(idle )?working (waiting (working )?)+idle$/)
    for (const { sources } of moves)
      expect(sources, 'a process, and what it says or shows').toEqual(
        expect.arrayContaining(['process', expect.toBeOneOf(['hook', 'screen', 'transcript'])]),
      )
    const tool = { agent: name, generation: 1, tool: expect.any(String) as string }
    for (const type of ['tool.started', 'tool.ended'])
      expect((await team.events(type)).map(({ data }) => data)).toContainEqual(expect.objectContaining(tool))
    expect(models[name].asked.some(({ body }) => body.includes(WORKER_WORDS))).toBe(true)
  },
)

test.each(PRESENT)(
  '[A7] [P9] %s is seen working while it works, and stops when it is interrupted',
  async (name) => {
    await stage.waitForScreen(name, 'ready')
    await stage.say(name, 'play slow')
    const { pid } = await becomes(name, isAt('working', 1))
    expect(await stage.team.cmux.run('agent', 'interrupt', name)).toMatchObject({ code: 0 })
    expect(await becomes(name, isAt('idle', 1))).toMatchObject({ pid })
  },
)

test.each(PRESENT)(
  '[A2] %s, killed with -9, comes back by itself with the same conversation',
  async (name) => {
    const { pid, conversation } = await stage.team.show(name)
    process.kill(Number(pid), 'SIGKILL')
    await stage.team.told('agent.ended', { agent: name, generation: 1, end: 'ended by signal 9' })
    expect(await becomes(name, isAt('idle', 2))).toMatchObject({ conversation })
    await stage.waitForScreen(name, 'ready')
    await stage.say(name, 'play hello after the kill')
    await hears(name, 'after the kill')
  },
)

// Of Claude Code and Codex, mail.test.ts plays more.
test.each(PRESENT.filter((name) => name === 'gemini' || name === 'opencode'))(
  '[P2] [M7] to %s at rest: a message is seen, and its model is given it in one delivery',
  async (name) => {
    const id = `${name}-at-rest`
    const body = { id, to: name, body: 'play hello from a person' }
    expect((await stage.team.ask('POST', '/api/messages', body)).status).toBe(201)
    await stage.team.reaches(id, 'seen', LIMIT)
    await hears(name, 'from a person')
    const deliveries = stage.models[name].asked.flatMap(({ body: asked }) => [
      ...asked.matchAll(new RegExp(`\\[cmux mail (dlv_\\w+): [^]{0,200} id: ${id} `, 'g')),
    ])
    expect(new Set(deliveries.map(([, delivery]) => delivery)).size).toBe(1)
  },
)

test('[H13] after kill -9 of tmux itself all of them go on where they were, and their models hear of the first words again', async () => {
  const { team } = stage
  const before = await Promise.all(PRESENT.map((name) => team.show(name)))
  process.kill(await team.tmuxPid(), 'SIGKILL')
  for (const { name, generation, conversation } of before)
    expect(await becomes(name as Played, isAt('idle', generation + 1))).toMatchObject({ conversation })
  for (const name of PRESENT) {
    await stage.waitForScreen(name, 'ready')
    await stage.say(name, 'play hello and the second words')
  }
  for (const name of PRESENT) {
    await hears(name, 'the second words')
    // A transcript is read with the next hook, so by now the first turn is counted.
    const { usage } = await team.show(name)
    expect([name, usage.output > 0]).toEqual([name, true])
  }
})

/** Its model is asked with these words in the conversation that began with the first ones; and the turn ends. */
async function hears(name: Played, words: string): Promise<void> {
  // Beside the conversation, a title may be asked for with the new prompt alone.
  const isAsked = () =>
    stage.models[name].asked.some(({ body }) => body.includes(words) && body.includes('the first words'))
  await vi.waitFor(() => expect(isAsked()).toBe(true), LIMIT)
  await becomes(name, hasEnded)
}

// Mail between people and demo agents: accepted, delivered once, in order, with receipts that say why.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Message } from '../../src/protocol/message.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam

beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'mail')
  await team.spawn('anna')
  await team.spawn('ben')
  await team.becomes('anna', 'idle')
  await team.becomes('ben', 'idle')
})

afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const send = async (to: string, body: string, more: Record<string, unknown> = {}) => {
  const reply = await team.ask('POST', '/api/messages', { to, body, ...more })
  if (reply.status !== 201) throw new Error(reply.body)
  return (reply.json as { id: string }).id
}

const show = async (id: string) =>
  (await team.ask('GET', `/api/messages/${encodeURIComponent(id)}`)).json as Message

const reaches = (id: string, receipt: Message['receipt']) =>
  vi.waitFor(async () => {
    const message = await show(id)
    expect(message).toMatchObject({ receipt })
    return message
  }, LIMIT)

/** What the demo agent was given, as its own record has it. */
function readPrompts(agent: string): string[] {
  const folder = join(team.cmux.home, 'agents', agent)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )
  return files
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { type: string; message: { content: unknown } })
    .filter(({ type }) => type === 'user')
    .map(({ message }) => String(message.content))
}

const timesShown = (agent: string, id: string) =>
  readPrompts(agent).flatMap((prompt) => prompt.match(new RegExp(` id: ${id} `, 'g')) ?? []).length

describe('delivery', () => {
  test('[P1] [P2] [M7] to an idle agent: pasted, taken as its hook tells, seen, and in its record once', async () => {
    const id = await send('anna', 'say hello')
    const message = await reaches(id, 'seen')
    expect(message.evidence.map(({ receipt, source }) => `${receipt} ${source}`)).toEqual([
      'accepted cmux',
      'pasted cmux',
      'submitted hook',
      'seen hook',
    ])
    expect(timesShown('anna', id)).toBe(1)
  })

  test('[P2] [M8] to a busy agent: it comes with the end of the turn, and delays nobody else', async () => {
    const long = await send('anna', 'wait 3')
    await reaches(long, 'submitted')
    const [second, third] = [await send('anna', 'say second'), await send('anna', 'say third')]
    const other = await send('ben', 'say other')
    await reaches(other, 'seen')
    expect((await show(second)).receipt).toBe('accepted')
    const message = await reaches(third, 'seen')
    expect(message.evidence.map(({ says }) => says)).toContain('given with the end of its turn')
    const prompt = readPrompts('anna').find((text) => text.includes(second)) ?? ''
    expect(prompt.indexOf(second)).toBeLessThan(prompt.indexOf(third))
    expect([timesShown('anna', second), timesShown('anna', third)]).toEqual([1, 1])
  })

  test('[A8] never into a dialog: it waits, and says for what', async () => {
    const asking = await send('anna', 'ask may I?')
    await team.becomes('anna', 'waiting')
    const id = await send('anna', 'say after the dialog')
    await vi.waitFor(async () => expect((await show(id)).waitsFor).toContain('it asks'), LIMIT)
    await reaches(asking, 'seen')
    expect(timesShown('anna', id)).toBe(0)
    const { pane } = await team.show('anna')
    await team.tmux('send-keys', '-t', String(pane), 'Enter')
    await reaches(id, 'seen')
    expect(timesShown('anna', id)).toBe(1)
  })

  test('[A8] never into a half-typed line, nor into somebody’s scrolling', async () => {
    await team.becomes('ben', 'idle')
    const { pane } = await team.show('ben')
    await team.tmux('send-keys', '-t', String(pane), '-l', 'half a li')
    const id = await send('ben', 'say later')
    await vi.waitFor(async () => expect((await show(id)).waitsFor).toContain('half typed'), LIMIT)
    await team.tmux('send-keys', '-t', String(pane), 'C-u')
    await reaches(id, 'seen')
    await team.becomes('ben', 'idle')
    await team.tmux('copy-mode', '-t', String(pane))
    const next = await send('ben', 'say even later')
    await vi.waitFor(async () => expect((await show(next)).waitsFor).toContain('scrolls'), LIMIT)
    await team.tmux('send-keys', '-t', String(pane), '-X', 'cancel')
    await reaches(next, 'seen')
    expect(timesShown('ben', next)).toBe(1)
  })
})

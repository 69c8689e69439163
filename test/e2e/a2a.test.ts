// A2A by the official client: cards, and a conversation with agents of the team.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Message } from '../../src/protocol/message.ts'
import { startA2aClient, textMessage } from '../fixtures/a2a-client.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { ask, errorCode } from '../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam

beforeAll(async () => {
  built = await buildCmux()
  team = await startTeam(built, 'a2a')
  await team.spawn('boss', { role: 'supervisor' })
  await team.spawn('anna')
  for (const name of ['boss', 'anna']) await team.becomes(name, 'idle')
})

afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const url = () => `http://127.0.0.1:${team.cmux.port}`
const show = async (id: string) => (await team.ask('GET', `/api/messages/${id}`)).json as Message
const tokenOf = (agent: string) => readFileSync(join(team.cmux.home, 'agents', agent, 'token'), 'utf8').trim()

describe('cards', () => {
  test('[P10] [A6] of the team say what it can do and how to reach it to anybody, and not who is there', async () => {
    const reply = await ask(team.cmux, { path: '/.well-known/agent-card.json' })
    expect(reply.json).toMatchObject({
      name: 'cmux',
      supportedInterfaces: [
        { url: `${url()}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
        { url: `${url()}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
      ],
      skills: [{ id: 'reviewer' }, { id: 'supervisor' }, { id: 'worker' }],
    })
    expect(reply.body).not.toContain('anna')
  })

  test('[P7] [A6] of one agent are for those inside', async () => {
    const path = '/a2a/agents/anna/card'
    const inside = await team.askAs(team.cmux.owner, { path })
    expect(inside.json).toMatchObject({
      name: 'anna',
      url: `${url()}/a2a/agents/anna`,
      skills: [{ id: 'worker' }],
    })
    expect(errorCode(await ask(team.cmux, { path }))).toBe('UNAUTHENTICATED')
    expect(errorCode(await team.askAs(team.cmux.owner, { path: '/a2a/agents/nobody/card' }))).toBe(
      'NOT_FOUND',
    )
  })
})

describe('the client', () => {
  test('[P1] [P2] [M7] speaks to the supervisor, or to whom it names, as who its token says', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    await client.sendMessage(textMessage('say to the boss', { messageId: 'm-1' }))
    await client.sendMessage(textMessage('say to anna', { messageId: 'm-2', agent: 'anna' }))
    await vi.waitFor(async () => {
      expect(await show('m-1')).toMatchObject({ from: 'owner', to: 'boss', receipt: 'seen' })
      expect(await show('m-2')).toMatchObject({ from: 'owner', to: 'anna', receipt: 'seen' })
    }, LIMIT)
    const asBoss = await startA2aClient(url(), tokenOf('boss'), '/a2a/agents/anna/card')
    const answer = await asBoss.sendMessage(textMessage('say hi', { messageId: 'm-3' }))
    expect(JSON.stringify(answer)).toContain('anna gets it')
    expect(await show('m-3')).toMatchObject({ from: 'boss', to: 'anna', trust: 'agent' })
  })

  test('[P2] sends the same message again without harm', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    const message = textMessage('say once', { messageId: 'm-once', agent: 'anna' })
    await client.sendMessage(message)
    await client.sendMessage(message)
    const { json } = await team.ask('GET', '/api/messages?search=once')
    expect((json as { items: Message[] }).items.map(({ id }) => id)).toEqual(['m-once'])
  })

  test('[M6] hears what is wrong', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    await expect(client.sendMessage(textMessage('say x', { agent: 'nobody' }))).rejects.toThrow(/nobody/)
    await expect(client.getTask({ tenant: '', id: 'nothing' })).rejects.toThrow(/nothing/)
  })
})

const call = async (token: string, method: string, params: unknown) =>
  (
    await team.askAs(token, {
      method: 'POST',
      path: '/a2a',
      body: { jsonrpc: '2.0', id: 1, method, params },
    })
  ).json

describe('the older protocol', () => {
  test('[P10] has message/send by its own name', async () => {
    const parts = [{ kind: 'text', text: 'say old words' }]
    const message = { kind: 'message', messageId: 'm-old', role: 'user', parts }
    expect(await call(team.cmux.owner, 'message/send', { message })).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { kind: 'message', role: 'agent' },
    })
    expect(await show('m-old')).toMatchObject({ to: 'boss' })
  })

  test('[P10] hears of what is not offered as the protocol says', async () => {
    const codes = []
    for (const [method, params] of [
      ['message/stream', { message: { kind: 'message', messageId: 'x', role: 'user', parts: [] } }],
      ['tasks/get', { id: 'nothing' }],
      ['no/such', {}],
    ] as const) {
      const { error } = (await call(team.cmux.owner, method, params)) as { error: { code: number } }
      codes.push(error.code)
    }
    expect(codes).toEqual([-32_004, -32_001, -32_601])
  })

  test('[P7] is for those with a token', async () => {
    const reply = await ask(team.cmux, { method: 'POST', path: '/a2a', body: {} })
    expect([reply.status, errorCode(reply)]).toEqual([401, 'UNAUTHENTICATED'])
  })
})

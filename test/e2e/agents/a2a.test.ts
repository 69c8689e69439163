// A2A by the official client: cards, and a conversation with agents of the team.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskState, type SendMessageRequest, type Task as A2aTask } from '@a2a-js/sdk'
import type { Client } from '@a2a-js/sdk/client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TaskView } from '../../../src/protocol/tasks/task.ts'
import { startA2aClient, textMessage } from '../../fixtures/a2a-client.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam

beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
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
const show = (id: string) => team.message(id)
const tokenOf = (agent: string) => readFileSync(join(team.cmux.home, 'agents', agent, 'token'), 'utf8').trim()

describe('cards', () => {
  test('[A6] of the team say what it can do and how to reach it to anybody, and not who is there', async () => {
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

const showTask = async (id: string) => (await team.ask('GET', `/api/tasks/${id}`)).json as TaskView

/** A message becomes a task; anything else is a mistake. */
async function beginTask(client: Client, request: SendMessageRequest): Promise<A2aTask> {
  const answer = await client.sendMessage(request)
  if ('messageId' in answer) throw new Error(`no task: ${JSON.stringify(answer)}`)
  return answer
}

describe('the client', () => {
  test('[T1] [T3] [M7] gives work to an agent, asks how far it is, adds to it, and gets what came of it', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    const begun = await beginTask(
      client,
      textMessage('look at it\nwait 1\ntask this completed it is fine', { agent: 'anna' }),
    )
    expect(await showTask(begun.id)).toMatchObject({
      title: 'look at it',
      assignee: 'anna',
      createdBy: 'owner',
    })
    const more = textMessage('say and at that', { messageId: 'm-more' })
    await client.sendMessage({ ...more, message: more.message && { ...more.message, taskId: begun.id } })
    expect(await show('m-more')).toMatchObject({ to: 'anna', subject: `${begun.id}: say and at that` })

    const done = await vi.waitFor(async () => {
      const task = await client.getTask({ tenant: '', id: begun.id })
      expect(task.status?.state).toBe(TaskState.TASK_STATE_COMPLETED)
      return task
    }, LIMIT)
    expect(done.artifacts[0]?.parts[0]?.content).toEqual({ $case: 'text', value: 'it is fine' })
    await expect(client.cancelTask({ tenant: '', id: begun.id, metadata: undefined })).rejects.toThrow(
      /completed/,
    )
  })

  test('[T1] takes work back', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    const { id } = await beginTask(client, textMessage('wait 3\nsay never mind', { agent: 'anna' }))
    const canceled = await client.cancelTask({ tenant: '', id, metadata: undefined })
    expect(canceled.status?.state).toBe(TaskState.TASK_STATE_CANCELED)
    expect(await showTask(id)).toMatchObject({ state: 'canceled' })
  })

  test('[P7] [M7] speaks to the supervisor, or to whom the address names, as who its token says', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    const { id } = await beginTask(client, textMessage('say to the boss'))
    expect(await showTask(id)).toMatchObject({ assignee: 'boss', createdBy: 'owner' })
    const asBoss = await startA2aClient(url(), tokenOf('boss'), '/a2a/agents/anna/card')
    const handed = await beginTask(asBoss, textMessage('say hi'))
    expect(await showTask(handed.id)).toMatchObject({ assignee: 'anna', createdBy: 'boss' })
  })

  test('[P2] sends the same message again without harm', async () => {
    const client = await startA2aClient(url(), team.cmux.owner)
    const request = textMessage('say once', { agent: 'anna' })
    const [first, second] = [await beginTask(client, request), await beginTask(client, request)]
    expect(second.id).toBe(first.id)
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
  test('[M7] has message/send by its own name', async () => {
    const parts = [{ kind: 'text', text: 'say old words' }]
    const message = { kind: 'message', messageId: 'm-old', role: 'user', parts }
    expect(await call(team.cmux.owner, 'message/send', { message })).toMatchObject({
      jsonrpc: '2.0',
      id: 1,
      result: { kind: 'task', status: { state: 'submitted' } },
    })
  })

  test('hears of what is not offered as the protocol says', async () => {
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

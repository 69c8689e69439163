// Notices of a whole cmux whose server is killed again and again: what was accepted is told, under one id, in order.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Event } from '../../../src/protocol/event.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { PATIENT, startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { startReceiver, type NoticeReceiver } from '../../fixtures/notice-receiver.ts'
import { makeChannels, writeSecrets } from '../../fixtures/notice-world.ts'

const KILLS = 6
const TASKS_A_KILL = 5
const LIMIT = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let receiver: NoticeReceiver
let cmux: GuardedCmux
beforeAll(async () => {
  built = await buildCmux()
  receiver = await startReceiver()
  const home = join(built.folder, 'notices')
  mkdirSync(home, { mode: 0o700 })
  writeSecrets(home, receiver.url)
  const { hook, slack } = makeChannels(receiver.url)
  const notices = {
    channels: { hook, slack },
    routes: { 'task-done': { to: ['hook', 'slack'] }, test: { to: ['hook'] } },
    retrySec: [0.05, 0.2],
    stormMax: 1000,
    slack: { apiUrl: `${receiver.url}/api/` },
  }
  // A server that is only slow must not be taken for one that hangs, and be ended before we do it.
  cmux = await startGuarded(built, 'notices', PATIENT, { notices }, { home })
})
afterAll(async () => {
  await cmux[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const asOwner = async (method: string, path: string, body?: unknown) =>
  (await ask(cmux, { method, path, token: cmux.owner, ...(body !== undefined && { body }) })).json

/** Asked again while nobody answers; a task that is done already stays so. */
const insist = (method: string, path: string, body: unknown) =>
  vi.waitFor(async () => {
    const json = (await asOwner(method, path, body)) as { id?: string; error?: { code: string } }
    if (json.id === undefined && json.error?.code !== 'CONFLICT') throw new Error(JSON.stringify(json))
    return String(json.id)
  }, LIMIT)

async function completeTask(title: string): Promise<void> {
  const id = await insist('POST', '/api/tasks', { title })
  await insist('PATCH', `/api/tasks/${id}`, { state: 'completed' })
}

async function readDone(): Promise<string[]> {
  const query = '/api/events?types=task.moved&limit=1000'
  const { items } = (await asOwner('GET', query)) as { items: Event[] }
  return items.filter(({ data }) => data['to'] === 'completed').map(({ data }) => String(data['title']))
}

/** Where each is told for the first time; that it is told twice is allowed. */
const firsts = (path: string) => [...new Set(receiver.takenAt(path).map(({ title }) => title))]

test('[W4] kill -9 of the server at any moment loses no notice, changes no id and no order', async () => {
  for (let round = 0; round < KILLS; round += 1) {
    const { leader } = await cmux.family()
    const before = receiver.asked.length
    // Killed while it notes and sends: after one more request than last time.
    const kill = vi.waitFor(() => {
      if (receiver.asked.length < before + round) throw new Error('not yet')
      process.kill(leader, 'SIGKILL')
    }, LIMIT)
    for (let number = 0; number < TASKS_A_KILL; number += 1) await completeTask(`task ${round}-${number}`)
    await kill
  }
  const done = await readDone()
  expect(done.length).toBeGreaterThanOrEqual(KILLS * TASKS_A_KILL)
  const wanted = [...new Set(done)].map((title) => `task is done: ${title}`)
  for (const path of ['/hook', '/api/chat.postMessage'])
    await vi.waitFor(() => expect(firsts(path)).toEqual(wanted), LIMIT)
  expect(receiver.faults).toEqual([])
  for (const path of ['/hook', '/api/chat.postMessage']) {
    const ids = new Map<string, Set<string>>()
    for (const { title, id } of receiver.takenAt(path)) ids.set(title, (ids.get(title) ?? new Set()).add(id))
    const several = [...ids].filter(
      ([title, set]) => set.size > done.filter((each) => title.endsWith(each)).length,
    )
    expect(several).toEqual([])
  }
})

test('[W4] `cmux notices` tests channels and tells how they are; doctor and next say when one fails', async () => {
  const tested = await cmux.run('notices', 'test', 'hook')
  expect([tested.code, tested.stdout]).toEqual([0, expect.stringContaining('hook')])
  await vi.waitFor(() => expect(firsts('/hook').at(-1)).toBe('a test of cmux'), LIMIT)
  await vi.waitFor(async () => {
    expect((await cmux.run('notices', 'list')).stdout).toMatch(/hook +delivered +test +a test of cmux/)
  }, LIMIT)
  expect((await cmux.run('doctor')).stdout).toMatch(/notifications to slack +known to Slack as cmux of Team/)

  receiver.always('/hook', { status: 503 })
  await cmux.run('notices', 'test', 'hook')
  await vi.waitFor(async () => {
    expect((await cmux.run('next')).stdout).toContain('notifications to hook are failing')
  }, LIMIT)
  expect((await cmux.run('doctor')).stdout).toMatch(/notifications to hook +the answer was 503/)
  receiver.always('/hook', undefined)
  await vi.waitFor(async () => {
    expect((await cmux.run('next')).stdout).not.toContain('hook')
  }, LIMIT)
  expect((await cmux.run('notices', 'test', 'nobody')).code).not.toBe(0)
})

// Notices to the outside, against stand-ins on loopback that check signatures and Slack's shapes.
import { createHmac, randomUUID } from 'node:crypto'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { NewEvent } from '../../../src/protocol/event.ts'
import { APP_TOKEN, BOT_TOKEN, SIGNING_SECRET, WEBHOOK_SECRET } from '../../fixtures/notice-receiver.ts'
import { openNoticeWorld, type NoticeWorld } from '../../fixtures/notice-world.ts'

const LIMIT = { timeout: 20_000, interval: 20 }
const POST = '/api/chat.postMessage'
const UPDATE = '/api/chat.update'
const SHA = 'a'.repeat(64)

const trouble = (name: string) => ({
  type: 'agent.needs_person',
  data: { agent: name, why: 'it died', hint: 'look' },
})
const task = (to: string) => ({ type: 'task.moved', data: { id: 'tsk_1', title: 'bake', to } })
const titles = (world: NoticeWorld, path: string) => world.receiver.takenAt(path).map(({ title }) => title)
const arrives = (world: NoticeWorld, path: string, count: number) =>
  vi.waitFor(() => {
    expect(titles(world, path)).toHaveLength(count)
    return world.receiver.takenAt(path)
  }, LIMIT)
const list = async (world: NoticeWorld) => (await world.store.read.notices.list({ limit: 100 })).toReversed()
const ends = (world: NoticeWorld, states: readonly string[]) =>
  vi.waitFor(async () => expect((await list(world)).map(({ state }) => state)).toEqual(states), LIMIT)

describe('what happens', () => {
  test('[W4] is told to every channel, signed, in order, with an id of its own', async () => {
    await using world = await openNoticeWorld(['hook', 'slack', 'incoming'])
    const names = Array.from({ length: 8 }, (_, index) => `agent-${index}`)
    for (const name of names) await world.tell(trouble(name))
    const wanted = names.map((name) => `${name} needs a person`)
    const hooked = await arrives(world, '/hook', 8)
    await arrives(world, POST, 8)
    await arrives(world, '/incoming', 8)
    expect([titles(world, '/hook'), titles(world, POST)]).toEqual([wanted, wanted])
    expect(new Set(hooked.map(({ id }) => id)).size).toBe(8)
    expect(JSON.parse(hooked[0]!.body)).toMatchObject({
      type: 'notice.agent-needs-person',
      data: {
        urgency: 'high',
        text: 'it died\nlook',
        link: 'http://127.0.0.1:8000/agents/agent-0',
        count: 1,
      },
    })
    expect(world.receiver.faults).toEqual([])
  })

  test('[I10] a change that is refused, restarts what runs or is taken back is told to webhook and Slack', async () => {
    await using world = await openNoticeWorld(['hook', 'slack'])
    const moves = ['refused', 'restarting', 'rolling_back', 'rolled_back']
    await world.tell(
      ...moves.map((to, index) => ({
        type: 'change.moved',
        data: {
          id: `chg_${index}`,
          project: 'shop',
          from: 'checking',
          to,
          note: null,
          description: 'better',
        },
      })),
    )
    const wanted = [
      'change to shop was not merged: better',
      'change to shop is merged and about to restart: better',
      'change to shop is being rolled back: better',
      'change to shop was rolled back: better',
    ]
    await arrives(world, '/hook', moves.length)
    await arrives(world, POST, moves.length)
    expect([titles(world, '/hook'), titles(world, POST)]).toEqual([wanted, wanted])
    expect(world.receiver.faults).toEqual([])
  })

  test('[W4] is not told of the time before there was a channel', async () => {
    await using world = await openNoticeWorld(['hook'])
    await world.tell(trouble('anna'))
    await arrives(world, '/hook', 1)
    // As if it had not been set for a while, in which bert was in trouble.
    await world.store.write(async ({ notices, events }) => {
      await notices.removeChannel('hook')
      await events.append({ ...trouble('bert'), actor: 'system' } as unknown as NewEvent)
    })
    await vi.waitFor(async () => expect(await world.store.read.notices.channels()).toHaveLength(1), LIMIT)
    await world.tell(trouble('carl'))
    await arrives(world, '/hook', 2)
    expect(titles(world, '/hook')).toEqual(['anna needs a person', 'carl needs a person'])
  })

  test('[W4] goes where the routes say', async () => {
    await using world = await openNoticeWorld(['hook', 'incoming'], {
      routes: { '*': { to: ['hook'], urgency: 'high' }, 'task-done': { to: ['incoming'] } },
    })
    await world.tell(task('completed'), task('input-required'), trouble('anna'))
    await arrives(world, '/hook', 1)
    await arrives(world, '/incoming', 1)
    await ends(world, ['delivered', 'delivered'])
    expect([titles(world, '/hook'), titles(world, '/incoming')]).toEqual([
      ['anna needs a person'],
      [expect.stringContaining('task is done: bake')],
    ])
  })

  test('[W4] again and again is told once, and then how often', async () => {
    await using world = await openNoticeWorld(['hook'], { coolDownSec: 1 })
    await world.tell(...Array.from({ length: 5 }, () => trouble('anna')))
    await world.tell(trouble('bert'))
    await arrives(world, '/hook', 3)
    await ends(world, ['delivered', 'delivered', 'delivered'])
    expect(titles(world, '/hook')).toEqual([
      'anna needs a person',
      'bert needs a person',
      'anna needs a person (4 more)',
    ])
  })

  test('[W4] in a storm is counted in one', async () => {
    await using world = await openNoticeWorld(['hook'], { stormMax: 3, stormSec: 1 })
    await world.tell(...Array.from({ length: 10 }, (_, index) => trouble(`agent-${index}`)))
    await arrives(world, '/hook', 4)
    expect(titles(world, '/hook').at(-1)).toBe('more happened than is told one by one (7 more)')
  })
})

describe('a channel', () => {
  test.each([
    ['answers 500', { status: 500 }],
    ['hangs', 'hang'],
    ['hangs up', 'drop'],
    ['points elsewhere', { status: 307, headers: { location: '/incoming' } }],
  ] as const)('[W4] that %s gets the same notice again, under the same id', async (_, answer) => {
    await using world = await openNoticeWorld(['hook'])
    world.receiver.next('/hook', answer, answer)
    await world.tell(trouble('anna'), trouble('bert'))
    await arrives(world, '/hook', 2)
    await ends(world, ['delivered', 'delivered'])
    const { asked } = world.receiver
    expect(asked.map(({ path, title }) => [path, title])).toEqual([
      ...Array.from({ length: 3 }, () => ['/hook', 'anna needs a person']),
      ['/hook', 'bert needs a person'],
    ])
    expect(new Set(asked.map(({ id }) => id)).size).toBe(2)
  })

  test.each([
    ['hook', '/hook'],
    ['slack', POST],
  ] as const)('[W4] %s that asks to wait is not tried before', async (name, path) => {
    await using world = await openNoticeWorld([name])
    world.receiver.next(path, { status: 429, headers: { 'retry-after': '1' } }, { status: 503 }, 'drop')
    await world.tell(trouble('anna'))
    await arrives(world, path, 1)
    const { asked } = world.receiver
    expect(asked).toHaveLength(4)
    expect(asked[1]!.atMs - asked[0]!.atMs).toBeGreaterThanOrEqual(990)
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1)
  })

  test('[W4] that is down for long holds up nobody else, and says so', async () => {
    await using world = await openNoticeWorld(['gone', 'hook'])
    world.receiver.always('/gone', 'drop')
    await world.tell(trouble('anna'), trouble('bert'))
    await arrives(world, '/hook', 2)
    await vi.waitFor(async () => {
      const [gone, hook] = await world.room.channels()
      expect([gone, hook]).toMatchObject([
        { name: 'gone', ok: false, error: expect.stringContaining('no connection'), waiting: 2 },
        { name: 'hook', ok: true, waiting: 0 },
      ])
    }, LIMIT)
  })

  test('[W4] that refuses one for good, or is away too long, leaves a dead one and goes on', async () => {
    await using world = await openNoticeWorld(['hook'], { keepTryingSec: 1 })
    world.receiver.next('/hook', { status: 410 })
    await world.tell(trouble('anna'), trouble('bert'))
    await arrives(world, '/hook', 1)
    await ends(world, ['dead', 'delivered'])
    world.receiver.always('/hook', { status: 502 })
    await world.tell(trouble('carl'))
    await ends(world, ['dead', 'delivered', 'dead'])
    expect((await list(world)).map(({ error }) => error)).toEqual([
      'it was refused with 410',
      null,
      'the answer was 502',
    ])
    const told = await world.store.read.events.within({ after: 0, types: ['notice.dead'], limit: 9 })
    expect(told.map(({ data }) => data['why'])).toEqual(['it was refused with 410', 'the answer was 502'])
    // Nothing is told about what could not be told.
    expect(await list(world)).toHaveLength(3)
  })

  test('[W4] is given a moment to take what is under way when cmux ends or swaps', async () => {
    await using world = await openNoticeWorld(['hook'], { sendSec: 10 })
    const held = world.receiver.hold('/hook')
    await world.tell(trouble('anna'))
    await vi.waitFor(() => expect(world.receiver.asked).toHaveLength(1), LIMIT)
    const stopped = world.room.stop()
    held.release()
    await stopped
    expect((await list(world)).map(({ state, attempts }) => [state, attempts])).toEqual([['delivered', 1]])
  })

  test('[W4] that hangs then is cut off, and the notice waits for who comes after', async () => {
    await using world = await openNoticeWorld(['hook'], { sendSec: 10 })
    world.receiver.always('/hook', 'hang')
    await world.tell(trouble('anna'))
    await vi.waitFor(() => expect(world.receiver.asked).toHaveLength(1), LIMIT)
    await world.room.stop()
    expect((await list(world)).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 0]])
  })

  test('[W4] whose secret is missing or open to others is not sent to until that is mended', async () => {
    await using world = await openNoticeWorld(['hook'])
    const secret = join(world.home, 'secrets', 'hook')
    chmodSync(secret, 0o644)
    await world.tell(trouble('anna'))
    await vi.waitFor(async () => {
      expect(await world.room.channels()).toMatchObject([
        { ok: false, error: expect.stringContaining('chmod 600') },
      ])
    }, LIMIT)
    expect(await world.room.check()).toMatchObject([{ name: 'hook', ok: false }])
    expect(world.receiver.asked).toEqual([])
    chmodSync(secret, 0o600)
    await arrives(world, '/hook', 1)
    expect(await world.room.check()).toMatchObject([{ name: 'hook', ok: true }])
  })

  test('[W4] can be tested, and looked at without sending anything', async () => {
    await using world = await openNoticeWorld(['hook', 'slack', 'incoming'])
    expect(await world.room.check()).toMatchObject([
      { name: 'hook', ok: true },
      { name: 'slack', ok: true, detail: 'known to Slack as cmux of Team' },
      { name: 'incoming', ok: true },
    ])
    expect(world.receiver.taken.map(({ path }) => path)).toEqual(['/api/auth.test'])
    await world.room.test('slack', 'owner')
    await arrives(world, POST, 1)
    await world.room.test(undefined, 'owner')
    await arrives(world, POST, 2)
    await arrives(world, '/hook', 1)
    await arrives(world, '/incoming', 1)
    await expect(world.room.test('nobody', 'owner')).rejects.toThrow('there is no channel nobody')
  })
})

const asked = { id: 'apr_1', sha256: SHA, content: 'git push', risk: 'high', agent: 'anna' } as const

function press(world: NoticeWorld, { user = 'U0ADA', action = 'cmux_approve', sha256 = SHA }) {
  return {
    type: 'block_actions',
    user: { id: user },
    response_url: `${world.receiver.url}/reply`,
    // Each press has another one.
    trigger_id: randomUUID(),
    actions: [{ action_id: action, value: JSON.stringify({ id: 'apr_1', sha256 }) }],
  }
}

function post(world: NoticeWorld, payload: unknown, { secret = SIGNING_SECRET, ageSec = 0 } = {}) {
  const body = Buffer.from(new URLSearchParams({ payload: JSON.stringify(payload) }).toString())
  const timestamp = String(Math.floor(Date.now() / 1000) - ageSec)
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')}`
  return world.room.takeSlackRequest({ timestamp, signature, body })
}

const replies = (world: NoticeWorld, count: number) =>
  vi.waitFor(() => {
    const found = world.receiver.takenAt('/reply').map(({ title }) => title)
    expect(found).toHaveLength(count)
    return found
  }, LIMIT)

describe('a request in Slack', () => {
  test('[O1] is decided with a button by somebody who is known, and the message changes', async () => {
    await using world = await openNoticeWorld(['slack', 'hook'])
    await world.ask(asked)
    const [shown] = await arrives(world, POST, 1)
    const blocks = JSON.parse(shown!.args['blocks']!) as { type: string; elements?: { value: string }[] }[]
    const buttons = blocks.find(({ type }) => type === 'actions')
    expect(JSON.parse(buttons!.elements![0]!.value)).toEqual({ id: 'apr_1', sha256: SHA })
    await post(world, press(world, {}))
    expect(world.decisions).toEqual(['approve apr_1 by human:slack:ada'])
    expect(await replies(world, 1)).toEqual(['Approved.'])

    const data = { id: 'apr_1', title: 'Bash', state: 'approved', reason: null }
    await world.tell({ type: 'approval.decided', data, actor: 'human:slack:ada' })
    const [changed] = await arrives(world, UPDATE, 1)
    expect(changed!.args).toMatchObject({ channel: 'C0123', text: 'approved: Bash\nby human:slack:ada' })
    expect(changed!.args['blocks']).not.toContain('cmux_approve')
    expect(world.receiver.faults).toEqual([])
    // A program is told as well, and which notice it is about; the content is for people.
    const [first, second] = await arrives(world, '/hook', 2)
    expect(JSON.parse(first!.body)).toMatchObject({ data: { approval: { id: 'apr_1', sha256: SHA } } })
    expect(first!.body).not.toContain('git push')
    expect(JSON.parse(second!.body)).toMatchObject({
      data: { kind: 'approval-decided', replaces: first!.id },
    })
  })

  test('[O1] [P7] is not decided by who is not known, what is forged or old, or on other content', async () => {
    await using world = await openNoticeWorld(['slack'])
    await world.ask(asked)
    await arrives(world, POST, 1)
    for (const wrong of [{ secret: 'other' }, { ageSec: 301 }, { ageSec: -301 }])
      await expect(post(world, press(world, {}), wrong)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await post(world, press(world, { user: 'U0EVE' }))
    await post(world, press(world, { sha256: 'b'.repeat(64) }))
    await post(world, press(world, { action: 'cmux_other' }))
    await post(world, { type: 'view_submission' })
    expect(await replies(world, 2)).toEqual([
      expect.stringContaining('cmux does not know you'),
      expect.stringContaining('that is not what was shown'),
    ])
    expect(world.decisions).toEqual([])
  })

  test('[O1] that is pressed again, with the same button or another, is answered and changes nothing', async () => {
    await using world = await openNoticeWorld(['slack'])
    await world.ask(asked)
    await post(world, press(world, { action: 'cmux_deny' }))
    await post(world, press(world, { action: 'cmux_deny' }))
    await post(world, press(world, {}))
    expect((await replies(world, 3)).toSorted()).toEqual([
      'Denied.',
      ...Array.from({ length: 2 }, () =>
        expect.stringContaining('Nothing was changed: apr_1 was decided already'),
      ),
    ])
    expect(world.decisions).toEqual(['deny apr_1 by human:slack:ada'])
  })

  test('[O1] comes back over Socket Mode as well, also after Slack has hung up', async () => {
    await using world = await openNoticeWorld(['slack'], { slack: { socket: true } })
    await vi.waitFor(() => expect(world.receiver.sockets()).toBe(1), LIMIT)
    world.receiver.hangUp()
    await vi.waitFor(
      () => expect(world.receiver.takenAt('/api/apps.connections.open')).toHaveLength(2),
      LIMIT,
    )
    await vi.waitFor(() => expect(world.receiver.sockets()).toBe(1), LIMIT)
    await world.ask(asked)
    const envelope = { envelope_id: 'e1', type: 'interactive', payload: press(world, {}) }
    await world.receiver.push(envelope)
    // Confirmed when it was decided, not before.
    expect(world.decisions).toEqual(['approve apr_1 by human:slack:ada'])
    await world.receiver.push({ ...envelope, envelope_id: 'e2' })
    expect(world.decisions).toHaveLength(1)
  })

  test('[O1] whose message never arrived is not changed either', async () => {
    await using world = await openNoticeWorld(['slack'])
    world.receiver.next(POST, { status: 200, body: '{"ok":false,"error":"msg_too_long"}' })
    await world.ask(asked)
    await ends(world, ['dead'])
    await world.tell({ type: 'approval.expired', data: { id: 'apr_1', title: 'Bash' } })
    await ends(world, ['dead', 'delivered'])
    expect(world.receiver.asked.map(({ path }) => path)).toEqual([POST])
  })
})

test('[P7] no secret of a channel is anywhere but in its file', async () => {
  await using world = await openNoticeWorld(['hook', 'slack', 'incoming', 'gone'], {
    slack: { socket: true },
  })
  for (const path of ['/hook', POST, '/incoming']) world.receiver.next(path, { status: 500 }, 'drop', 'hang')
  await world.tell(trouble('anna'))
  await world.room.check()
  for (const path of ['/hook', POST, '/incoming']) await arrives(world, path, 1)
  await world.room.stop()
  const secrets = [BOT_TOKEN, APP_TOKEN, SIGNING_SECRET, WEBHOOK_SECRET, `${world.receiver.url}/incoming`]
  const found = readdirSync(world.home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => secrets.some((secret) => readFileSync(path).includes(secret)))
  expect(found.map((path) => relative(world.home, path)).toSorted()).toEqual([
    'secrets/hook',
    'secrets/incoming',
    'secrets/slack-app-token',
    'secrets/slack-bot-token',
    'secrets/slack-signing-secret',
  ])
  // The run did reach the database and the log.
  expect(readdirSync(world.home)).toEqual(expect.arrayContaining(['cmux.db', 'logs']))
})

// Tasks as they are kept, on every store: history, order, mail, what becomes of a dead agent's work, and who may do what.
import { describe, expect, test } from 'vitest'
import { importMessage } from '../../src/core/mail/import-message.ts'
import type { RoleName } from '../../src/protocol/agents/agent.ts'
import { MessageId } from '../../src/protocol/messages/message.ts'
import type { TaskView } from '../../src/protocol/tasks/task.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { openInMemory, openOnFile } from '../fixtures/open-store.ts'
import { openTaskRoom, type TaskRoom } from '../fixtures/task-room.ts'

const SUPERVISOR = { role: 'supervisor' as RoleName }

async function openTeam(open = openInMemory): Promise<TaskRoom> {
  const room = await openTaskRoom(open)
  for (const name of ['anna', 'ben']) await room.hire(name)
  await room.hire('lead', SUPERVISOR)
  return room
}

const story = ({ history }: TaskView) =>
  history.map(({ actor, state, assignee, note }) => [actor, state, assignee, note])

const subjects = async (room: TaskRoom, name: string) =>
  (await room.mailOf(name)).map(({ from, subject }) => `${from}: ${subject}`)

const eventsOf = async ({ store }: TaskRoom) =>
  (await store.read.events.after(0, 1000)).map(({ type }) => type).filter((type) => type.startsWith('task.'))

describe.each([
  ['on a file', openOnFile],
  ['in memory', openInMemory],
])('a task %s', (_, open) => {
  test('[T1] is kept with all that was said of it, in order, each with its event', async () => {
    await using room = await openTeam(open)
    const { id } = await room.add({ title: 'mend the build', body: 'it is red', assignee: 'anna' })
    await room.update(id, { state: 'working', note: 'I look at it' }, room.as('anna'))
    await room.update(id, { note: 'half way' }, room.as('anna'))
    const task = await room.update(id, { state: 'completed', result: 'green' }, room.as('anna'))
    expect(task).toMatchObject({ state: 'completed', result: 'green', assignee: 'anna', generation: 1 })
    expect(story(task)).toEqual([
      ['owner', 'submitted', null, 'added'],
      ['owner', 'submitted', 'anna', null],
      ['agent:anna', 'working', 'anna', 'I look at it'],
      ['agent:anna', 'working', 'anna', 'half way'],
      ['agent:anna', 'completed', 'anna', null],
    ])
    expect(await eventsOf(room)).toEqual([
      'task.added',
      'task.assigned',
      'task.handed_over',
      'task.moved',
      'task.noted',
      'task.moved',
    ])
  })

  test('[T1] is found by state, assignee and page', async () => {
    await using room = await openTeam(open)
    const first = await room.add({ title: 'first', assignee: 'anna' })
    const second = await room.add({ title: 'second', body: 'x'.repeat(5000) })
    await room.update(first.id, { state: 'completed' })
    const list = async (query: object) =>
      (await room.store.read.tasks.list({ open: false, newest: false, limit: 10, cursor: 0, ...query })).map(
        ({ title, body }) => [title, body.length],
      )
    expect(await list({})).toEqual([
      ['first', 0],
      ['second', 2000],
    ])
    expect(await list({ open: true })).toEqual([['second', 2000]])
    expect(await list({ state: ['completed'], assignee: 'anna' })).toEqual([['first', 0]])
    expect(await list({ state: ['completed', 'submitted'] })).toHaveLength(2)
    // The one that changed last, although it was added first.
    expect(await list({ newest: true, limit: 1 })).toEqual([['first', 0]])
    expect(await list({ limit: 1, cursor: first.seq })).toEqual([['second', 2000]])
    expect((await room.show(second.id)).body).toHaveLength(5000)
  })

  test('[T2] says how many parts it has and how many of them are completed', async () => {
    await using room = await openTeam(open)
    const { id, parts } = await room.add({ title: 'whole' })
    expect(parts).toEqual({ all: 0, done: 0 })
    const [first, second] = [
      await room.add({ title: 'first', parent: id }),
      await room.add({ title: 'second', parent: id }),
    ]
    await room.add({ title: 'third', parent: id })
    await room.update(first.id, { state: 'completed' })
    await room.update(second.id, { state: 'canceled' })
    expect((await room.show(id)).parts).toEqual({ all: 2, done: 1 })
  })

  test('[P10] tells of another priority with an event, as of every change', async () => {
    await using room = await openTeam(open)
    const { id } = await room.add({ title: 'soon' })
    const task = await room.update(id, { priority: 'urgent' })
    expect(task.priority).toBe('urgent')
    expect(story(task).at(-1)).toEqual(['owner', 'submitted', null, 'priority: urgent'])
    expect(await room.update(id, { priority: 'urgent' })).toEqual(task)
    expect(await eventsOf(room)).toEqual(['task.added', 'task.noted'])
  })

  test('[T1] brings the answer of a person to the agent that asked', async () => {
    await using room = await openTeam(open)
    const { id } = await room.add({ title: 'paint', assignee: 'anna' })
    await room.update(id, { state: 'input-required', note: 'which colour?' }, room.as('anna'))
    await room.update(id, { state: 'working', note: 'green' })
    expect(await subjects(room, 'anna')).toEqual(['owner: paint', 'owner: go on: paint'])
    expect((await room.mailOf('anna')).at(-1)?.body).toContain('green')
  })
})

describe('asking once more after a lost answer', () => {
  test('[T1] adds, assigns, notes and completes once', async () => {
    await using room = await openTeam()
    const id = `tsk_${'0'.repeat(26)}`
    const request = { id, title: 'once', assignee: 'anna' }
    const task = await room.add(request, room.as('lead'))
    expect(await room.add(request, room.as('lead'))).toEqual(task)
    await expect(room.add({ ...request, title: 'twice' }, room.as('lead'))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await room.update(task.id, { assignee: 'anna' })
    const done = { state: 'completed', note: 'easy', result: 'all of it' }
    const first = await room.update(task.id, done, room.as('anna'))
    expect(await room.update(task.id, done, room.as('anna'))).toEqual(first)
    expect(await subjects(room, 'anna')).toEqual(['lead: once'])
    expect(await subjects(room, 'lead')).toEqual(['anna: completed: once'])
  })
})

describe('order', () => {
  test('[T2] what waits for others is handed over with the last of them, the urgent first', async () => {
    await using room = await openTeam()
    const [a, b] = [await room.add({ title: 'a' }), await room.add({ title: 'b' })]
    const after = [a.id, b.id]
    await room.add({ title: 'low', assignee: 'anna', after, priority: 'low' })
    const { id } = await room.add({ title: 'urgent', assignee: 'anna', after, priority: 'urgent' })
    expect(await room.show(id)).toMatchObject({ after, waitsFor: after, message: null })
    await room.update(a.id, { state: 'completed' })
    expect(await room.show(id)).toMatchObject({ waitsFor: [b.id], message: null })
    expect(await subjects(room, 'anna')).toEqual([])
    await room.update(b.id, { state: 'completed' })
    expect(await room.show(id)).toMatchObject({ waitsFor: [], message: `task:${id}:1` })
    expect(await subjects(room, 'anna')).toEqual(['owner: urgent', 'owner: low'])
  })

  test.each(['failed', 'canceled', 'rejected'] as const)(
    '[T2] what waits for something that is %s says so, tells its creator, and goes on when it is done after all',
    async (state) => {
      await using room = await openTeam()
      const first = await room.add({ title: 'first', assignee: 'ben' })
      const second = await room.add({ title: 'second', assignee: 'anna', after: [first.id] }, room.as('lead'))
      await room.update(first.id, { state })
      expect(story(await room.show(second.id)).at(-1)).toEqual([
        'owner',
        'submitted',
        'anna',
        `it waits for ${first.id} (first), which is ${state}`,
      ])
      expect(await subjects(room, 'lead')).toEqual(['system: waits in vain: second'])
      await expect(room.add({ title: 'third', after: [first.id] })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
      await room.update(first.id, { assignee: 'ben' })
      await room.update(first.id, { state: 'completed' }, room.as('ben'))
      expect(await subjects(room, 'anna')).toEqual(['lead: second'])
    },
  )

  test('[T2] a parent waits for its children, and takes them with it when it is canceled', async () => {
    await using room = await openTeam()
    const parent = await room.add({ title: 'parent' })
    const child = await room.add({ title: 'child', parent: parent.id, assignee: 'anna' })
    const grandchild = await room.add({ title: 'grandchild', parent: child.id })
    const done = await room.add({ title: 'done', parent: parent.id })
    await room.update(done.id, { state: 'completed' })
    await expect(room.update(parent.id, { state: 'completed' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `${parent.id} has children that are not done: ${child.id} (child)`,
    })
    const canceled = await room.update(parent.id, { state: 'canceled', note: 'not wanted' })
    expect(canceled.children.map(({ title, state }) => [title, state])).toEqual([
      ['child', 'canceled'],
      ['done', 'completed'],
    ])
    expect((await room.show(grandchild.id)).state).toBe('canceled')
    await expect(room.add({ title: 'late', parent: parent.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('assignment', () => {
  test('[T3] arrives as mail of the one who assigned it, with how to report', async () => {
    await using room = await openTeam()
    const { id, message } = await room.add({ title: 'a', body: 'do this' }, room.as('lead'))
    expect(message).toBeNull()
    await room.update(id, { assignee: 'anna' }, room.as('lead'))
    const [mail, ...more] = await room.mailOf('anna')
    expect([mail, more]).toMatchObject([
      { id: `task:${id}:1`, from: 'lead', trust: 'agent', subject: 'a' },
      [],
    ])
    expect(mail?.body).toContain('do this')
    expect(mail?.body).toContain(`cmux task update ${id} --state completed --result`)
  })

  test('[T3] to another withdraws what has not arrived, and tells who has read it already', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    await room.update(id, { assignee: 'ben' })
    expect(await subjects(room, 'anna')).toEqual([])
    expect(await room.store.read.messages.byId(`task:${id}:1` as never)).toMatchObject({ receipt: 'dead' })
    await room.store.write(({ messages }) => messages.move(`task:${id}:2` as never, { receipt: 'seen' }))
    await room.update(id, { assignee: null })
    expect(await subjects(room, 'ben')).toEqual(['owner: a', 'system: not yours any more: a'])
  })

  test('[T3] never goes to a plain program, nor to nobody', async () => {
    await using room = await openTeam()
    await room.hire('sh', { runtime: 'shell' })
    await expect(room.add({ title: 'a', assignee: 'sh' })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(room.add({ title: 'a', assignee: 'zoe' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await room.store.read.tasks.countOpen()).toBe(0)
  })
})

describe('a dead agent', () => {
  test('[T4] leaves its task to be offered once; after the second a person is told', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'hard', assignee: 'anna' })
    const other = await room.add({ title: 'done', assignee: 'anna' })
    await room.update(other.id, { state: 'completed' }, room.as('anna'))
    await room.lose('anna')
    expect(await room.show(id)).toMatchObject({
      state: 'submitted',
      assignee: null,
      message: null,
      offers: 1,
    })
    expect((await room.show(other.id)).state).toBe('completed')
    expect(await subjects(room, 'lead')).toEqual(['system: to be done by somebody else: hard'])
    await room.update(id, { assignee: 'ben' }, room.as('lead'))
    await room.lose('ben')
    expect(await room.show(id)).toMatchObject({ state: 'failed', assignee: null, offers: 2 })
    expect(await subjects(room, 'owner')).toEqual([
      'anna: completed: done',
      'system: two agents ended over a task: hard',
    ])
    // A person who knows why may try again.
    await room.update(id, { assignee: 'ben' })
    expect(await room.show(id)).toMatchObject({ state: 'submitted', assignee: 'ben', offers: 0 })
  })

  test('[T4] that comes back with its conversation keeps what it has', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    await room.restart('anna')
    const task = await room.update(id, { state: 'completed', result: 'done' }, room.as('anna', 2))
    expect(story(task).at(-1)).toEqual(['agent:anna', 'completed', 'anna', null])
  })
})

describe('a late report', () => {
  test('[T4] of an earlier start completes what is open, and the later start is told', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    await room.store.write(({ messages }) => messages.move(`task:${id}:1` as never, { receipt: 'seen' }))
    await room.restart('anna')
    await room.update(id, { state: 'failed', note: 'no idea' }, room.as('anna', 1))
    expect(await room.show(id)).toMatchObject({ state: 'submitted' })
    const task = await room.update(id, { state: 'completed', result: 'done' }, room.as('anna', 1))
    expect(task).toMatchObject({ state: 'completed', result: 'done' })
    expect(story(task).slice(-2)).toEqual([
      ['agent:anna', 'submitted', 'anna', 'failed, says an earlier start of anna: no idea'],
      ['agent:anna', 'completed', 'anna', 'completed, says an earlier start of anna'],
    ])
    expect(await subjects(room, 'anna')).toEqual(['owner: a', 'system: not yours any more: a'])
  })

  test('[T4] of one who lost it is taken while it is open: whoever has it now need not do it', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    await room.lose('anna')
    await room.update(id, { assignee: 'ben' })
    const done = { state: 'completed', result: 'done' }
    const task = await room.update(id, done, room.as('anna'))
    expect(task).toMatchObject({ state: 'completed', result: 'done', assignee: 'ben' })
    expect(await subjects(room, 'ben')).toEqual([])
    expect(await room.update(id, done, room.as('anna'))).toEqual(task)
  })

  test('[T4] of one who lost it is only noted when somebody else has done it', async () => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    await room.lose('anna')
    await room.update(id, { assignee: 'ben' })
    await room.update(id, { state: 'completed', result: 'by ben' }, room.as('ben'))
    const late = { state: 'completed', result: 'by anna' }
    const task = await room.update(id, late, room.as('anna'))
    expect(task).toMatchObject({ state: 'completed', result: 'by ben' })
    expect(story(task).at(-1)).toEqual([
      'agent:anna',
      'completed',
      'ben',
      'completed, says anna, who had it before\nby anna',
    ])
    expect(await room.update(id, late, room.as('anna'))).toEqual(task)
  })
})

test('[T3] [M6] what was spooled under a name of cmux’s own gets another, and keeps nothing from arriving', async () => {
  await using room = await openTeam()
  const { id } = await room.add({ title: 'a' })
  const own = MessageId.parse(`task:${id}:1`)
  const letter = { id: own, to: 'owner', body: 'me first' }
  const sender = { from: 'ben', trust: 'agent', actor: 'agent:ben' } as const
  const spooled = { letter, sender, at: timestampFromMs(0), key: 'k' }
  await room.store.write((writer) => importMessage({ clock: makeFakeClock() }, writer, spooled))
  expect((await room.mailOf('owner')).map((mail) => mail.id)).toEqual(['spooled:k'])
  expect(await room.update(id, { assignee: 'anna' })).toMatchObject({ message: own })
})

describe('who may', () => {
  const ALLOWED = 'allowed'
  const outcome = (attempt: Promise<unknown>) =>
    attempt.then(
      () => ALLOWED,
      (error: { code?: string }) => error.code,
    )

  test.each([
    ['lead', { assignee: 'ben' }, ALLOWED],
    ['anna', { assignee: 'ben' }, 'FORBIDDEN'],
    ['anna', { assignee: null }, 'FORBIDDEN'],
    ['ben', { assignee: 'ben' }, 'FORBIDDEN'],
    ['anna', { state: 'working' }, ALLOWED],
    ['anna', { note: 'mine' }, ALLOWED],
    ['anna', { state: 'canceled' }, 'FORBIDDEN'],
    ['ben', { state: 'completed' }, 'FORBIDDEN'],
    ['ben', { note: 'not mine' }, 'FORBIDDEN'],
    ['lead', { state: 'canceled' }, ALLOWED],
    ['lead', { state: 'working' }, 'FORBIDDEN'],
  ])('[T3] [P7] %s says %j of anna’s task: %s', async (name, request, expected) => {
    await using room = await openTeam()
    const { id } = await room.add({ title: 'a', assignee: 'anna' })
    expect(await outcome(room.update(id, request, room.as(name)))).toBe(expected)
  })

  test('[T3] [P7] any agent takes what nobody has, and adds tasks for itself', async () => {
    await using room = await openTeam()
    const free = await room.add({ title: 'free' })
    expect(await outcome(room.update(free.id, { assignee: 'ben' }, room.as('anna')))).toBe('FORBIDDEN')
    expect(await outcome(room.update(free.id, { assignee: 'anna' }, room.as('anna')))).toBe(ALLOWED)
    expect(await outcome(room.add({ title: 'b', assignee: 'ben' }, room.as('anna')))).toBe('FORBIDDEN')
    expect(await room.add({ title: 'c', assignee: 'anna' }, room.as('anna'))).toMatchObject({
      createdBy: 'anna',
    })
  })
})

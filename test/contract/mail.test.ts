// Mail to agents that misbehave: the courier and their hooks, in fake terminals and with a clock of the test's own.
import { describe, expect, test } from 'vitest'
import { BLOCKING_MAIL } from '../../src/adapters/runtimes/blocking-mail.ts'
import type { Runtime } from '../../src/core/agents/runtime.ts'
import { quoteDroppedMail } from '../../src/core/mail/delivery/quote-dropped-mail.ts'
import { RoleName } from '../../src/protocol/agents/agent.ts'
import { AgentId, AgentName } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { openMailRoom, type MailRoom } from '../fixtures/mail-room.ts'

const TRIES = 8

describe('a prompt that comes twice', () => {
  test.each([
    ['can refuse it', { ...BLOCKING_MAIL, enterAfterMs: 0 }, 'block', 1],
    ['can’t refuse it', { enterAfterMs: 0 }, undefined, 0],
  ])('[M5] to one that %s: counted as hidden only when it was', async (_, mail, decision, hidden) => {
    await using room = await openMailRoom({ mail })
    await room.hire('anna')
    room.behave('anna', 'silent')
    const id = await room.send('anna', 'say hello')
    await room.tries('anna', 1)
    room.behave('anna', 'attentive')
    await room.reaches(id, 'seen')
    const [late, shown] = room.pasted('anna')
    expect(room.shown('anna')).toEqual([shown])
    const answer = await room.tell('anna', 'UserPromptSubmit', { prompt: late })
    expect(answer['decision']).toBe(decision)
    expect(await room.store.read.messages.counts()).toMatchObject({ duplicatesHidden: hidden })
  })
})

test('[M8] [L5] one whose workspace is being moved gets its mail after that, and each delivery tells of the move until it has seen one', async () => {
  const moved = Promise.withResolvers<void>()
  const asked: string[] = []
  await using room = await openMailRoom(
    {},
    {
      mayFollow: async ({ name }) => name === 'anna' && asked.length === 0,
      follow: async ({ name }) => {
        asked.push(name)
        await moved.promise
      },
    },
  )
  await room.hire('anna')
  await room.hire('bert')
  room.behave('anna', 'deaf')
  const first = await room.send('anna', 'say hello')
  await room.reaches(await room.send('bert', 'say hello'), 'seen')
  expect(room.pasted('anna')).toEqual([])
  const anna = await room.store.read.agents.byName(AgentName.parse('anna'))
  const at = timestampFromMs(room.nowMs())
  const movedTo = { from: 'a'.repeat(40), to: 'b'.repeat(40), at, delivery: null }
  await room.store.write(({ agents }) => agents.change(anna!.id, { movedTo }))
  moved.resolve()
  await room.tries('anna', 2)
  room.behave('anna', 'attentive')
  await room.reaches(first, 'seen')
  await room.reaches(await room.send('anna', 'say more'), 'seen')
  const says = 'your workspace was clean and is now at bbbbbbbbbbbb'
  const told = room.pasted('anna').map((text) => text.includes(says))
  expect([told.slice(0, 2), told.at(-2), told.at(-1)]).toEqual([[true, true], true, false])
  expect(asked).toEqual(['anna'])
})

describe('an agent that never takes its mail', () => {
  test.each([
    ['what is pasted never shows', 'deaf', `${TRIES} tries, and no sign that it was taken`, TRIES],
    ['Enter does nothing', 'stuck', `Enter was pressed ${TRIES} times, and it was not taken`, 1],
    ['nothing can be pasted', 'unreachable', `${TRIES} tries, and no sign that it was taken`, TRIES],
  ] as const)(
    '[P2] [P8] [M4] %s: dead after the last try, supervisor and owner are told, and the next one arrives',
    async (_, manner, why, pastes) => {
      await using room = await openMailRoom()
      await room.hire('anna')
      await room.hire('boss', { role: RoleName.parse('supervisor') })
      room.behave('anna', manner)
      const lost = await room.send('anna', 'say lost')
      await room.tries('anna', 1)
      const next = await room.send('anna', 'say next')

      const { attempts, evidence } = await room.reaches(lost, 'dead')
      expect([attempts, evidence.at(-1)]).toMatchObject([TRIES, { source: 'cmux', says: why }])
      expect(room.pasted('anna')).toHaveLength(pastes)
      const notice = {
        from: 'system',
        trust: 'system',
        subject: 'a message to anna could not be delivered',
        body: `${lost} from owner to anna is dead: ${why}.\nRead it with: cmux message show ${lost}`,
      }
      const sentTo = async (name: string) => (await room.mailOf(name)).filter(({ to }) => to === name)
      expect([await sentTo('boss'), await sentTo('owner')]).toMatchObject([[notice], [notice]])

      room.behave('anna', 'attentive')
      await room.reaches(next, 'seen')
      expect(room.shown('anna')).toEqual([expect.stringContaining('say next')])
      expect(room.shown('anna')[0]).not.toContain('say lost')
      expect(room.shown('boss')).toEqual([expect.stringContaining(lost)])
      expect(await room.store.read.messages.counts()).toMatchObject({ dead: 1, onTheWay: 0 })
    },
  )
})

test('[P2] mail that comes with the end of a turn is no refusal, also when one hook tells of the whole turn', async () => {
  const end = { kind: 'turn ended', failure: null, lastMessage: null, background: 0 } as const
  await using room = await openMailRoom({ readHook: () => [{ kind: 'turn started', prompt: 'mine' }, end] })
  await room.hire('anna')
  const id = await room.send('anna', 'say hello')
  const answer = await room.tell('anna', 'WholeTurn')
  expect(answer).toEqual({ decision: 'block', reason: expect.stringContaining('say hello') as string })
  expect(await room.message(id)).toMatchObject({ receipt: 'submitted' })
  const [anna] = await room.store.read.agents.all()
  expect(anna).toMatchObject({ carried: 1, turn: { turn: 'working', says: 'goes on with its mail' } })
})

test('[P2] what stands in the conversation of one that ended is not given to its next start, though no hook told of it', async () => {
  await using room = await openMailRoom()
  await room.hire('anna')
  room.behave('anna', 'unheard')
  const id = await room.send('anna', 'say hello')
  await room.tries('anna', 1)
  await room.restart('anna')
  room.behave('anna', 'attentive')
  const { evidence } = await room.reaches(id, 'seen')
  expect(evidence.at(-1)).toMatchObject({ source: 'transcript', says: 'it stands in its conversation' })
  expect([room.pasted('anna').length, room.shown('anna')]).toEqual([1, []])
})

test('[P2] [P9] the last word of an earlier start takes no mail with it: the one that runs gets it', async () => {
  await using room = await openMailRoom()
  await room.hire('anna')
  await room.restart('anna')
  const id = await room.send('anna', 'say hello')
  expect(await room.tell('anna', 'Stop', {}, 1)).toEqual({})
  expect(await room.message(id)).toMatchObject({ receipt: 'accepted', delivery: null })
  await room.reaches(id, 'seen')
  expect(room.shown('anna')).toEqual([expect.stringContaining('say hello')])
})

test('[P2] [M9] a long message whose file is not written yet is not overtaken by a short one', async () => {
  await using room = await openMailRoom()
  await room.hire('anna')
  const long = await room.send('anna', `say ${'long '.repeat(2000)}`)
  const short = await room.send('anna', 'say short')
  // Before the courier has been there.
  expect(await room.tell('anna', 'Stop')).toEqual({})
  await room.reaches(short, 'seen')
  expect((await room.message(long)).receipt).toBe('seen')
  const shown = room.shown('anna').join('\n')
  expect(shown.indexOf(long)).toBeLessThan(shown.indexOf(short))
})

const quoted = (room: MailRoom, runtime: Pick<Runtime, 'mail'>) =>
  room.store.write(async (writer) => {
    const [anna] = await writer.agents.all()
    if (!anna) throw new Error('anna is not there')
    return quoteDroppedMail(writer, anna, runtime, timestampFromMs(room.nowMs()))
  })

describe('a program that drops an interrupted prompt from its conversation', () => {
  const DROPS = { mail: { enterAfterMs: 0, dropsInterrupted: true } } as const
  const openWithPrompt = async (body: string) => {
    const room = await openMailRoom(DROPS)
    await room.hire('anna')
    room.behave('anna', 'silent')
    const id = await room.send('anna', body)
    await room.tries('anna', 1)
    await room.tell('anna', 'UserPromptSubmit', { prompt: room.pasted('anna')[0] })
    expect(await room.message(id)).toMatchObject({ receipt: 'submitted' })
    await room.passSeconds(1)
    return { room, id }
  }

  test('[P2] [L3] gets its messages again as a quotation when it is told to go on', async () => {
    const { room, id } = await openWithPrompt('say hello\nand bye')
    await using _room = room
    const head = 'Your program drops a prompt that is interrupted. It held:'
    const message = `- message ${id} from owner:`
    expect(await quoted(room, DROPS)).toEqual([head, message, '| say hello', '| and bye'])
    expect(await quoted(room, { mail: { enterAfterMs: 0 } })).toEqual([])
  })

  test('[P8] is shown the beginning of a long one', async () => {
    const { room, id } = await openWithPrompt('long '.repeat(1000))
    await using _room = room
    const found = await quoted(room, DROPS)
    expect([found.length, found[1]]).toEqual([4, `- message ${id} from owner:`])
    expect(found.at(-1)).toBe('(the first 4000 characters of 5000; the tool read_inbox gives all of them)')
  })

  test('[P2] gets nothing again of a turn that came as far as an answer', async () => {
    const { room, id } = await openWithPrompt('say hello')
    await using _room = room
    await room.tell('anna', 'Stop')
    expect(await room.message(id)).toMatchObject({ receipt: 'seen' })
    await room.passSeconds(1)
    expect(await quoted(room, DROPS)).toEqual([])
  })
})

const reasons = async (room: MailRoom) => (await room.mailOf('anna')).map(({ waitsFor }) => waitsFor)

describe('a flood of mail', () => {
  const PAUSED = { since: timestampFromMs(0), by: 'owner', why: null, cutsTurn: false }
  const NEXT = 20
  const flood = async (room: MailRoom) => {
    await room.hire('anna', { paused: PAUSED })
    const ids = await Promise.all(Array.from({ length: 60 }, (_, at) => room.send('anna', `say ${at}`)))
    await room.passSeconds(1)
    return ids
  }

  test('[P2] [P8] says of what is next in line what it waits for, and of the rest that it waits behind it', async () => {
    await using room = await openMailRoom()
    await flood(room)
    const rest = Array.from({ length: 60 - NEXT }, () => 'the mail before it')
    expect(await reasons(room)).toEqual([...Array.from({ length: NEXT }, () => 'it is paused'), ...rest])
    const [anna] = await room.store.read.agents.all()
    await room.store.write(({ agents }) =>
      agents.change(anna?.id ?? AgentId.parse(''), { status: 'unknown' }),
    )
    await room.send('anna', 'say one more')
    await room.passSeconds(1)
    const next = Array.from({ length: NEXT }, () => 'it is being ended, or does not answer')
    expect(await reasons(room)).toEqual([...next, ...rest, 'the mail before it'])
  })

  test('[P2] [M1] arrives whole and in order', async () => {
    await using room = await openMailRoom()
    const ids = await flood(room)
    const [anna] = await room.store.read.agents.all()
    await room.store.write(({ agents }) => agents.change(anna?.id ?? AgentId.parse(''), { paused: null }))
    for (const id of ids) await room.reaches(id, 'seen')
    const said = room.shown('anna').flatMap((prompt) => prompt.match(/(?<=say )\d+/g) ?? [])
    expect(said.map(Number)).toEqual(Array.from(ids.keys()))
  })

  test('[P8] is looked at once for all who ask before the look', async () => {
    await using room = await openMailRoom()
    await flood(room)
    // One may have begun when the others ask.
    expect(await room.attend('anna', 100)).toBeLessThanOrEqual(2)
  })
})

describe('an agent whose program connects our tools as it starts', () => {
  const WAITS = 'the tools of cmux, which its program has not connected yet'
  const hireLate = async (room: MailRoom) => {
    await room.hire('anna', { startedAt: timestampFromMs(room.nowMs()) })
    const id = await room.send('anna', 'say hello')
    await room.passSeconds(5)
    expect(await room.message(id)).toMatchObject({ receipt: 'accepted', waitsFor: WAITS })
    return id
  }

  test('[L1] its first prompt waits for them', async () => {
    await using room = await openMailRoom({ connectsTools: true })
    const id = await hireLate(room)
    // An earlier start says nothing of this one.
    await room.connectTools('anna', 0)
    await room.passSeconds(5)
    expect(room.pasted('anna')).toEqual([])
    await room.connectTools('anna', 1)
    const { evidence } = await room.reaches(id, 'seen')
    expect(evidence[1]).toMatchObject({ says: 'put into its prompt, and Enter pressed' })
  })

  test('[L1] [P8] after half a minute it is given without them, and that is said', async () => {
    await using room = await openMailRoom({ connectsTools: true })
    const id = await hireLate(room)
    const { evidence } = await room.reaches(id, 'seen')
    expect(evidence[1]).toMatchObject({
      says: 'put into its prompt, and Enter pressed; its program has not connected the tools of cmux within 30 s',
    })
    expect(Date.parse(evidence[1]?.at ?? '') - Date.parse(evidence[0]?.at ?? '')).toBe(30_000)
  })
})

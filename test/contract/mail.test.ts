// Mail to agents that misbehave: the courier and their hooks, in fake terminals and with a clock of the test's own.
import { describe, expect, test } from 'vitest'
import { BLOCKING_MAIL } from '../../src/adapters/runtimes/blocking-mail.ts'
import { openMailRoom } from '../fixtures/mail-room.ts'

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

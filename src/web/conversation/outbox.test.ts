import { expect, test, vi } from 'vitest'
import { RefusedRequest } from '../../client/make-client.ts'
import { makeOutbox, type Letter } from './outbox.ts'

const letter = (id: string, atMs = 1): Letter => ({ id, to: 'anna', subject: null, body: `say ${id}`, atMs })

test('[U3] letters go out in order, and what the server accepted is not kept', async () => {
  const { storage, sent, outbox } = makeWorld(() => Promise.resolve())
  outbox.post([letter('a'), letter('b')])
  await vi.waitFor(() =>
    expect(outbox.letters().map(({ state }) => state.kind)).toEqual(['accepted', 'accepted']),
  )
  expect(sent).toEqual(['a', 'b'])
  expect(storage.length).toBe(0)
})

test('[U3] without an answer it is kept, everything behind it waits, and it goes out again under its id', async () => {
  let isThere = false
  const world = makeWorld(() => (isThere ? Promise.resolve() : Promise.reject(new TypeError('no answer'))))
  world.outbox.post([letter('a', 1)])
  world.outbox.post([letter('b', 2)])
  await vi.waitFor(() => expect(world.retries).toHaveLength(1))
  expect(world.outbox.letters().map(({ state }) => state.kind)).toEqual(['unanswered', 'waiting'])
  expect(world.outbox.drop('a')).toBe(false)

  // The page is loaded anew: what was kept is there, in order.
  isThere = true
  const later = makeWorld(() => Promise.resolve(), world.storage)
  expect(later.outbox.letters().map(({ id, state }) => [id, state.kind])).toEqual([
    ['a', 'unanswered'],
    ['b', 'waiting'],
  ])
  later.outbox.resume()
  await vi.waitFor(() => expect(later.sent).toEqual(['a', 'b']))
})

test('[U3] what the server refuses is said with its hint, stays, and holds up nobody', async () => {
  const refusal = new RefusedRequest(413, {
    code: 'BODY_TOO_LARGE',
    message: 'too large',
    hint: 'less',
  })
  const { outbox } = makeWorld(({ id }) => (id === 'a' ? Promise.reject(refusal) : Promise.resolve()))
  outbox.post([letter('a'), letter('b')])
  await vi.waitFor(() =>
    expect(outbox.letters().map(({ state }) => state)).toEqual([
      { kind: 'refused', why: 'too large', hint: 'less' },
      { kind: 'accepted' },
    ]),
  )
  expect(outbox.drop('a')).toBe(true)
  expect(outbox.letters().map(({ id }) => id)).toEqual(['b'])
})

test.each([401, 429, 503])('[U3] a refusal with %i is not the last word', async (status) => {
  const heals = new RefusedRequest(status, { code: 'X', message: 'later', hint: '' })
  const { outbox, retries } = makeWorld(() => Promise.reject(heals))
  outbox.post([letter('a')])
  await vi.waitFor(() => expect(retries).toHaveLength(1))
  expect(outbox.letters()[0]?.state.kind).toBe('unanswered')
})

function makeWorld(answer: (letter: Letter) => Promise<unknown>, storage = makeStorage()) {
  const sent: string[] = []
  const retries: (() => void)[] = []
  const outbox = makeOutbox({
    storage,
    later: (run) => void retries.push(run),
    send: (posted) => {
      sent.push(posted.id)
      return answer(posted)
    },
  })
  return { storage, sent, retries, outbox }
}

function makeStorage() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index: number) => [...kept.keys()][index] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

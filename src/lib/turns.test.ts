import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

test('work on one key runs in order, also after a failure, and does not wait for other keys', async () => {
  const inTurn = makeTurns()
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = inTurn('a', async () => {
    await gate.promise
    seen.push('a1')
    throw new Error('refused')
  })
  const second = inTurn('a', () => Promise.resolve(seen.push('a2')))
  await inTurn('b', () => Promise.resolve(seen.push('b1')))
  gate.resolve()
  await expect(first).rejects.toThrow('refused')
  await second
  expect(seen).toEqual(['b1', 'a1', 'a2'])
})

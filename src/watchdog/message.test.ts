import { expect, test } from 'vitest'
import { parseMessage, parseOrder } from './message.ts'

const NO_MESSAGES = [undefined, null, 'lead', 7, {}, { what: 'lead' }]

test.each(NO_MESSAGES)('[P8] %o is neither a message nor an order, and harms nobody', (message) => {
  expect([parseMessage(message), parseOrder(message)]).toEqual([undefined, undefined])
})

test.each([
  { word: 'loaded' },
  { word: 'asked', what: 'promote', release: 'r2' },
  { word: 'of a younger release' },
])('%o comes up as it was sent', (message) => {
  expect(parseMessage(message)).toEqual(message)
})

test.each(['listen', 'lead', 'drain', 'beat'])('%s is an order', (word) => {
  expect(parseOrder({ word })).toBe(word)
})

test.each(['', 'leading', 'stop', 7, null, ['lead']])('%o is no order', (word) => {
  expect(parseOrder({ word })).toBeUndefined()
})

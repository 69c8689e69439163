import { expect, test } from 'vitest'
import { writeLetters } from './write-letters.ts'

test('[U3] whoever is called gets a copy of their own, which says to whom it was said', () => {
  expect(
    writeLetters({ id: 'web-1', to: 'anna', copies: ['ben'], text: ' ask @ben\ud800 \n', nowMs: 7 }),
  ).toEqual([
    { id: 'web-1', to: 'anna', subject: null, body: 'ask @ben\ufffd', atMs: 7 },
    {
      id: 'web-1-ben',
      to: 'ben',
      subject: 'copy of my message to anna',
      body: 'ask @ben\ufffd',
      atMs: 7,
    },
  ])
})

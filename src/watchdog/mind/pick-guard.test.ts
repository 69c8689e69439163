import { expect, test } from 'vitest'
import type { GuardBook } from '../guard-book.ts'
import { pickGuard } from './pick-guard.ts'

const BOOK: GuardBook = { proven: 'old', previous: 'older', next: null, refused: null }
const onTrial = (triesLeft: number): GuardBook => ({ ...BOOK, next: { id: 'new', triesLeft } })
const ALL = ['new', 'old', 'older']

test.each([
  ['nothing is on trial', BOOK, true, ALL, 'old', BOOK],
  ['one is on trial: it costs a try', onTrial(2), true, ALL, 'new', onTrial(1)],
  ['one is on its last try', onTrial(1), true, ALL, 'new', onTrial(0)],
  ['its tries are used up', onTrial(0), true, ALL, 'old', onTrial(0)],
  ['nobody serves who could start another', onTrial(2), false, ALL, 'old', onTrial(2)],
  ['the one on trial is damaged', onTrial(2), true, ['old', 'older'], 'old', onTrial(2)],
  ['the proven one is damaged', BOOK, false, ['older'], 'older', BOOK],
  ['all are damaged', BOOK, true, [], 'old', BOOK],
  ['the only one is damaged', { ...BOOK, previous: null }, true, [], 'old', { ...BOOK, previous: null }],
] as const)('[P5] %s', (_, book, isServed, sound: readonly string[], id, after) => {
  const isSound = (guard: string) => sound.includes(guard)
  expect(pickGuard(book, { isServed, isSound })).toEqual({ id, book: after })
})

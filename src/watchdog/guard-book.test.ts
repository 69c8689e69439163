import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { guardIdOf } from '../protocol/releases/guard-book.ts'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import {
  isSound,
  proveGuard,
  readBook,
  settleTrial,
  tidyGuards,
  writeBook,
  type GuardBook,
} from './guard-book.ts'

const BOOK: GuardBook = { proven: 'old', previous: 'older', next: null, refused: null }
const TRIAL: GuardBook = { ...BOOK, next: { id: 'new', triesLeft: 1 } }

test.each([
  ['nothing is on trial', BOOK, 'old', { book: BOOK, onTrial: false, refused: null }],
  ['it is the one on trial', TRIAL, 'new', { book: TRIAL, onTrial: true, refused: null }],
  [
    'another was on trial',
    TRIAL,
    'old',
    { book: { ...BOOK, refused: 'new' }, onTrial: false, refused: 'new' },
  ],
])('[P5] a watchdog that has the lock settles the book: %s', (_, book, guard, settled) => {
  expect(settleTrial(book, guard)).toEqual(settled)
})

test('[P5] a proved one keeps the one before it', () => {
  expect(proveGuard(TRIAL, 'new')).toEqual({ proven: 'new', previous: 'old', next: null, refused: null })
  expect(proveGuard(BOOK, 'old')).toEqual(BOOK)
})

const sumOf = (text: string) => createHash('sha256').update(text).digest('hex')

test('[P5] a pair is sound when its files are what its name says, as the build names it', () => {
  using folder = makeTempFolder()
  const home = folder.path
  const id = guardIdOf({ 'guard.mjs': sumOf('guard()'), 'safe-mode.mjs': sumOf('save()') })
  const place = join(home, 'watchdog', 'guards', id)
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'guard.mjs'), 'guard()')
  expect(isSound(home, id)).toBe(false)
  writeFileSync(join(place, 'safe-mode.mjs'), 'save()')
  expect(isSound(home, id)).toBe(true)
  writeFileSync(join(place, 'safe-mode.mjs'), 'worse()')
  expect(isSound(home, id)).toBe(false)
})

test('[P5] the book is read as it was written, and what it does not name goes', () => {
  using folder = makeTempFolder()
  const home = folder.path
  for (const id of ['old', 'older', 'new', 'ancient'])
    mkdirSync(join(home, 'watchdog', 'guards', id), { recursive: true })
  writeBook(home, TRIAL)
  expect(readBook(home)).toEqual(TRIAL)
  tidyGuards(home, TRIAL)
  expect(readdirSync(join(home, 'watchdog', 'guards')).toSorted()).toEqual(['new', 'old', 'older'])
})

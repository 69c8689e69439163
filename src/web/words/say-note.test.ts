import { expect, test } from 'vitest'
import { sayNote } from './say-note.ts'

test('a note names a person instead of their login, and hides nothing else', () => {
  const login = `human:tok_${'0'.repeat(26)}`
  expect(sayNote(`${login} refused it: not human:me \u202e`)).toBe(
    'a person refused it: not human:me \\u202e',
  )
})

import { expect, test } from 'vitest'
import { nameFromText } from './name-from-text.ts'

test.each([
  ['shop', 'shop'],
  ['My App (v2)', 'my-app-v2'],
  ['Café.js', 'cafe-js'],
  ['--3d_engine--', 'd-engine'],
  ['a'.repeat(31) + '-b', 'a'.repeat(31)],
  ['2024', undefined],
  ['日本', undefined],
  ['', undefined],
])('%j becomes %j', (text, name) => {
  expect(nameFromText(text)).toBe(name)
})

import { expect, test } from 'vitest'
import { decideKey } from './decide-key.ts'

const press = (keys: string) => {
  const words = keys.split('-')
  return {
    key: words.at(-1) ?? '',
    ctrlKey: words.includes('Ctrl'),
    metaKey: words.includes('Cmd'),
    shiftKey: words.includes('Shift'),
    altKey: words.includes('Alt'),
  }
}

test.each([
  ['Ctrl-f', false, 'find'],
  ['Cmd-f', false, 'find'],
  ['Alt-f', false, 'type'],
  ['Ctrl-Shift-C', false, 'copy'],
  ['Cmd-c', true, 'copy'],
  ['Ctrl-c', true, 'copy'],
  ['Ctrl-c', false, 'type'],
  ['Ctrl-v', false, 'paste'],
  ['Ctrl-Shift-V', false, 'paste'],
  ['Shift-Insert', false, 'paste'],
  ['Ctrl-Shift-Escape', false, 'leave'],
  ['Ctrl-Shift-ArrowUp', false, 'leave'],
  ['Cmd-Shift-ArrowUp', false, 'type'],
  ['Escape', true, 'type'],
  ['Tab', false, 'type'],
  ['Shift-Tab', false, 'type'],
  ['c', true, 'type'],
])('[U2] %s (something selected: %s) means: %s', (keys, hasSelection, act) => {
  expect(decideKey(press(keys), hasSelection)).toBe(act)
})

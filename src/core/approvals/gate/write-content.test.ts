import { expect, test } from 'vitest'
import { isSameUse, writeContent } from './write-content.ts'

const use = (input: unknown, folder = '/work') => ({ tool: 'Bash', folder, input })

test('[O1] the same use has the same text, however its keys are ordered', () => {
  expect(writeContent(use({ b: [{ d: 1, c: 2 }], a: null }))).toBe(
    writeContent(use({ a: null, b: [{ c: 2, d: 1 }] })),
  )
})

test.each<[what: string, other: ReturnType<typeof use>, isSame: boolean]>([
  ['the same', use({ command: 'ls' }), true],
  ['described in other words', use({ command: 'ls', description: 'looks' }), true],
  ['another command', use({ command: 'ls -a' }), false],
  ['one more field', use({ command: 'ls', run_in_background: true }), false],
  ['another folder', use({ command: 'ls' }, '/etc'), false],
  ['another tool', { ...use({ command: 'ls' }), tool: 'Shell' }, false],
  ['no fields at all', use('ls'), false],
])('[P7] a use is compared with one that is %s', (_, other, isSame) => {
  expect(isSameUse(writeContent(use({ command: 'ls' })), other)).toBe(isSame)
})

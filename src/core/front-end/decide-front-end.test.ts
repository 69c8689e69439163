import { expect, test } from 'vitest'
import { decideFrontEnd } from './decide-front-end.ts'

test.each([
  ['whole', [], [], { restore: [], tell: [] }],
  ['damaged: mended and told', ['a'], [], { restore: ['a'], tell: ['a'] }],
  ['still damaged: mended again, told once', ['a'], ['a'], { restore: ['a'], tell: [] }],
  ['more damage: only what is new is told', ['a', 'b'], ['a'], { restore: ['a', 'b'], tell: ['b'] }],
] as const)('[H7] a front end that is %s', (_what, damaged, told, decision) => {
  expect(decideFrontEnd(damaged, told)).toEqual(decision)
})

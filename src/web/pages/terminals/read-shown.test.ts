import { expect, test } from 'vitest'
import { readShown } from './read-shown.ts'

test.each([
  [undefined, []],
  ['', []],
  ['anna', ['anna']],
  ['anna,bert,anna', ['anna', 'bert']],
  ['anna,,<b>,../x,bert-2', ['anna', 'bert-2']],
  ['a,b,c,d,e,f,g', ['a', 'b', 'c', 'd', 'e', 'f']],
])('[U2] the address %j shows %j', (address, shown) => {
  expect(readShown(address)).toEqual(shown)
})

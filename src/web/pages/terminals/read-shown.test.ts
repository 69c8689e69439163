import { expect, test } from 'vitest'
import type { Agent } from '../../../protocol/agents/agent.ts'
import { readShown } from './read-shown.ts'

test.each([
  [undefined, []],
  ['', []],
  ['-', []],
  ['anna', ['anna']],
  ['anna,bert,anna', ['anna', 'bert']],
  ['anna,,<b>,../x,bert-2', ['anna', 'bert-2']],
  ['a,b,c,d,e,f,g', ['a', 'b', 'c', 'd', 'e', 'f']],
])('[U2] the address %j shows %j', (address, shown) => {
  expect(readShown(address)).toEqual(shown)
})

const agent = (name: string, status: Agent['status'] = 'idle') =>
  ({ name, status, elsewhere: null }) as unknown as Agent

test('[U2] an address that names none shows the first agents that have a screen', () => {
  const agents = [
    agent('a', 'stopped'),
    agent('b'),
    agent('c', 'dead'),
    { ...agent('d'), elsewhere: {} } as unknown as Agent,
    ...['e', 'f', 'g', 'h'].map((name) => agent(name, 'working')),
  ]
  expect(readShown(undefined, agents)).toEqual(['b', 'e', 'f', 'g'])
  expect(readShown('h', agents)).toEqual(['h'])
})

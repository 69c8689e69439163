import { expect, test } from 'vitest'
import { summarize } from './summarize.ts'

const poem = { title: 'A poem', state: 'completed', assignee: 'ada', result: 'I wrote it.' }
const proof = { title: 'A test', state: 'failed', assignee: null, result: null }

test('[A4] says what came of each piece', () => {
  expect(summarize('Both', [poem])).toEqual({
    state: 'completed',
    text: 'It is done: Both\n1. A poem (ada): I wrote it.',
  })
  expect(summarize('Both', [poem, proof])).toEqual({
    state: 'failed',
    text: '1 of 2 pieces were not done: Both\n1. A poem (ada): I wrote it.\n2. A test (nobody): failed',
  })
})

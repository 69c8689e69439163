import { expect, test } from 'vitest'
import { readAnswerUsage } from './read-answer-usage.ts'

const usage = {
  input_tokens: 1234,
  output_tokens: 56,
  cache_read_input_tokens: 20,
  cache_creation_input_tokens: 10,
}
const line = (message: object) => JSON.stringify({ type: 'assistant', message })

test('[O3] an answer tells its tokens under the id of its message, for each line that it has', () => {
  const parts = [line({ id: 'msg_1', model: 'opus', usage }), line({ id: 'msg_1', model: 'opus', usage })]
  expect(parts.flatMap(readAnswerUsage)).toEqual(
    Array.from({ length: 2 }, () => ({
      kind: 'usage',
      message: 'msg_1',
      model: 'opus',
      input: 1234,
      output: 56,
      cacheRead: 20,
      cacheWrite: 10,
    })),
  )
})

test('[O3] what Claude Code says by itself, and what a person says, used nothing', () => {
  expect(readAnswerUsage(line({ id: 'msg_2', model: '<synthetic>', usage }))).toEqual([])
  expect(readAnswerUsage('{"type":"user","message":{"content":"hi"}}')).toEqual([])
})

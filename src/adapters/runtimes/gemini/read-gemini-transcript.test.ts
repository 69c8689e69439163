import { expect, test } from 'vitest'
import { readGeminiTranscript } from './read-gemini-transcript.ts'

const ANSWER = {
  id: '44ebcb1f-ef5d-4304-ad8f-9274a2527872',
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'gemini',
  content: 'Hello.',
  thoughts: [],
  tokens: { input: 220, output: 22, cached: 20, thoughts: 5, tool: 3, total: 250 },
  model: 'gemini-2.5-flash',
}

test('[O3] an answer tells what it used; what came from the cache is no input', () => {
  expect(readGeminiTranscript(JSON.stringify(ANSWER))).toEqual([
    {
      kind: 'usage',
      message: ANSWER.id,
      model: 'gemini-2.5-flash',
      input: 203,
      output: 27,
      cacheRead: 20,
      cacheWrite: 0,
    },
  ])
})

test.each([
  ['a prompt', { ...ANSWER, type: 'user' }],
  ['an answer that has no numbers yet', { ...ANSWER, tokens: null }],
  ['a note', { $set: { messages: [ANSWER] } }],
])('[O3] %s tells nothing', (_, line) => {
  expect(readGeminiTranscript(JSON.stringify(line))).toEqual([])
  expect(readGeminiTranscript('{"half')).toEqual([])
})

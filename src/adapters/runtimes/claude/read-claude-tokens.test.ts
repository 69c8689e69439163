import { expect, test } from 'vitest'
import { readClaudeTokens } from './read-claude-screen.ts'

test.each([
  ['✽ Shimmying… (3s · ↓ 56 tokens)', 56],
  ['✶ Crunching… (1m 12s · ↓ 1.2k tokens · esc to interrupt)', 1200],
  ['✻ Baking… (14s)', null],
  ['● I counted 56 tokens', null],
])('[L2] the tokens that have come, beside what moves by itself: %s', (line, tokens) => {
  expect(readClaudeTokens(['● text', line, '❯ '])).toBe(tokens)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAnswerUsage } from '../adapters/runtimes/read-answer-usage.ts'
import { readClaudeConversation } from '../adapters/runtimes/read-claude-conversation.ts'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { resumeConversation, startConversation } from './conversation.ts'

const SAID = 'x'.repeat(4000)
const SUMMARY = 'two things were said'

test('[C1] [A4] a shortened conversation gives its next answer little to read, and so it does after a kill', () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 's1.jsonl')
  const lines = () => readFileSync(path, 'utf8').split('\n')
  const read = () =>
    lines()
      .flatMap((line) => readAnswerUsage(line))
      .map((news) => ('input' in news ? news.input : null))
  const conversation = startConversation(path, 's1')
  conversation.addPrompt(SAID)
  conversation.addAnswer('one')
  conversation.shorten(SUMMARY)
  conversation.addAnswer('two')
  resumeConversation(path, 's1')?.addAnswer('three')
  expect(read()).toEqual([1000, 5, 8])
  expect(
    lines()
      .flatMap(readClaudeConversation)
      .map(({ kind, text }) => `${kind}: ${text.slice(0, 10)}`),
  ).toEqual(['prompt: xxxxxxxxxx', 'answer: one', 'mark: compact', 'answer: two', 'answer: three'])
})

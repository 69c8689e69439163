import { expect, test } from 'vitest'
import { NASTY } from '../../../test/fixtures/agents/launch-order.ts'
import { runCommand } from '../../../test/fixtures/run-command.ts'
import { quoteWords } from './quote-words.ts'

test('a real shell reads each word as it was', async () => {
  // A shell's arguments are bytes: half a surrogate pair is no text that could be passed.
  const words = NASTY.map((word) => word.toWellFormed())
  const { stdout } = await runCommand('sh', ['-c', `printf '%s\\0' ${quoteWords(words)}`])
  expect(stdout.split('\0').slice(0, -1)).toEqual(words)
})

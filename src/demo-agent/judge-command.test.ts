import { expect, test } from 'vitest'
import { judgeCommand } from './judge-command.ts'
import { splitWords } from './split-words.ts'

test.each(['echo "two words" here', 'cat notes/a.txt', 'git log --oneline -3', 'npm test'])(
  '[A4] runs %s',
  (line) => {
    expect(judgeCommand(splitWords(line), ['npm'])).toBeUndefined()
  },
)

test.each([
  ['rm -rf x', 'rm is not one of'],
  ['cat ../../tokens/owner', 'outside'],
  ['cat /etc/passwd', 'outside'],
  ['cat "/etc/passwd"', 'outside'],
  ['git push', 'git push is not one of'],
  ['git -c core.pager=x log', 'git -c is not one of'],
  ['git diff --ext-diff', '--ext-diff'],
  ['git log --output=x', '--output=x'],
  ['', 'needs a program'],
])('[A4] does not run %s', (line, objection) => {
  expect(judgeCommand(splitWords(line), [])).toContain(objection)
})

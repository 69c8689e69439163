import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import type { FileReport } from './run-report.ts'
import { composeStories, findStaleStories, keepStories, STORIES_PATH } from './stories.ts'

const TITLES = [
  '[L1] [M7] claude starts without a person, and sends a message',
  '[A4] codex takes its task, asks before a tool, runs it',
  '[C2] [T4] a fresh Claude Code takes over, with the brief',
  '[C2] [T4] Codex takes over from Claude Code, with the brief',
  '[H13] after kill -9 of tmux itself all of them go on where they were',
  '[O2] gemini runs no tool that is denied',
]

const rowsOf = (page: string) =>
  Object.fromEntries(
    page
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .map((line) => line.slice(2, -2).split(' | '))
      .map(([story = '', , ...marks]) => [story, marks.join(' ')]),
  )

const report = (titles: readonly string[], state: 'passed' | 'failed' = 'passed'): FileReport => ({
  file: 'test/real/a.test.ts',
  kind: 'real',
  seconds: 1,
  errors: [],
  tests: titles.map((name) => ({ name, state, why: '' })),
  notRun: [],
})

test('[STYLE 12] a program is marked where a test of the story names it, or where one is about all that take part', () => {
  expect(rowsOf(composeStories(TITLES))).toMatchObject({
    story: 'Claude Code Codex Gemini CLI OpenCode',
    start: 'yes – – –',
    task: '– yes – –',
    ask: '– yes – –',
    deny: '– – yes –',
    'hand-over': 'yes yes – –',
    resume: 'yes yes yes –',
    hang: '– – – –',
  })
})

test('[STYLE 12] the page is stale when a run of all programs shows something else', () => {
  using root = makeTempFolder()
  mkdirSync(join(root.path, 'docs'))
  const all = [...TITLES, '[A4] opencode takes its task, asks before a tool']
  const failed = '[A2] opencode, killed with -9, comes back by itself'
  expect(findStaleStories(root.path, [report(all)])).toContain('--keep-times')
  keepStories(root.path, [report(all), report([failed], 'failed')])
  expect(findStaleStories(root.path, [report(all)])).toBeUndefined()
  expect(findStaleStories(root.path, [report([...all, failed])])).toContain('--keep-times')
  // A program that this machine has not is no reason.
  expect(findStaleStories(root.path, [report(TITLES)])).toBeUndefined()
  const padded = readFileSync(join(root.path, STORIES_PATH), 'utf8').replaceAll('---', '------')
  writeFileSync(join(root.path, STORIES_PATH), padded.replaceAll(' |', '   |'))
  expect(findStaleStories(root.path, [report(all)])).toBeUndefined()
})

import { expect, test } from 'vitest'
import type { WorkState } from '../../../protocol/agents/work-state.ts'
import { listState } from './list-state.ts'

const NOTHING = {
  files_modified: [],
  decisions: [],
  open_questions: [],
  blockers: [],
  current_task: { objective: '', state: '', pending_actions: [], tasks: [], finished: [] },
  git_state: null,
  conversation: { prompts: [], answer: '' },
} as unknown as WorkState

test('[U2] where work stands is told part by part, and what is empty is left out', () => {
  expect(listState(NOTHING)).toEqual([])
  const task = { id: 'tsk_1', title: 'the poem', state: 'working', note: 'half of it' }
  const state = {
    ...NOTHING,
    files_modified: [
      { path: 'a.ts', git: 'added', tools: ['Write'], committed: false },
      { path: 'b.ts', git: 'modified', tools: [], committed: true },
      { path: 'c.ts', git: 'same', tools: ['Write'], committed: false },
      { path: '/else/d.ts', git: null, tools: ['Write'], committed: false },
    ],
    decisions: [
      { decision: 'no rhymes', reason: 'the owner dislikes them' },
      { decision: 'short', reason: '' },
    ],
    current_task: {
      objective: 'A poem',
      state: '',
      pending_actions: [
        { text: 'first verse', done: true },
        { text: 'second verse', done: false },
      ],
      tasks: [task],
      finished: [{ ...task, title: 'the title', state: 'completed', note: null }],
    },
    git_state: {
      branch: 'agent/anna',
      main: 'main',
      behind: 2,
      uncommitted: ['a.ts'],
      recent_commits: [{ id: '0123456789abcdef', subject: 'Begin' }],
    },
  } as unknown as WorkState
  expect(listState(state)).toEqual([
    { title: 'At', lines: ['A poem'] },
    { title: 'Steps', lines: ['☑ first verse', '☐ second verse'] },
    { title: 'Tasks', lines: ['the poem (working): half of it'] },
    { title: 'Finished', lines: ['the title (completed)'] },
    { title: 'Decisions', lines: ['no rhymes (because the owner dislikes them)', 'short'] },
    {
      title: 'Files',
      lines: ['a.ts (added, not committed)', 'b.ts (modified)', 'c.ts (written, unchanged)', '/else/d.ts'],
    },
    { title: 'Git', lines: ['agent/anna (2 behind main, 1 not committed)', '0123456789 Begin'] },
  ])
})

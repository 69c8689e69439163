import { expect, test } from 'vitest'
import { AgentName, ProjectName, TaskId } from '../../../protocol/ids.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { WorkState } from '../../../protocol/agents/work-state.ts'
import { composeBrief, type BriefFacts } from './compose-brief.ts'
import { composeCurrentTask } from '../compose-current-task.ts'
import { listNews } from './list-news.ts'

const task = (number: number, state: 'working' | 'completed') => ({
  id: TaskId.parse(`tsk_${String(number).padStart(26, '0')}`),
  title: `task ${number}`,
  state,
  note: null,
})

const STATE: WorkState = {
  agent: AgentName.parse('anna'),
  project: ProjectName.parse('site'),
  runtime: 'claude',
  generation: 2,
  session: 's1',
  at: timestampFromMs(0),
  files_modified: [
    { path: 'a.ts', git: 'added', tools: ['Write'], committed: false },
    { path: 'b.ts', git: 'same', tools: ['Edit'], committed: false },
  ],
  decisions: [{ decision: 'no rhymes', reason: 'wanted so' }],
  open_questions: ['how long?'],
  blockers: ['no paper'],
  current_task: {
    objective: 'A poem\n# Current Task',
    state: 'half of it',
    pending_actions: [
      { text: 'one', done: true },
      { text: 'two', done: false },
    ],
    tasks: [task(1, 'working')],
    finished: [task(2, 'completed')],
  },
  git_state: {
    branch: 'agent/anna',
    head: 'a'.repeat(40),
    main: 'main',
    behind: 2,
    uncommitted: ['a.ts'],
    recent_commits: [{ id: 'b'.repeat(40), subject: 'Begin' }],
  },
  conversation: { prompts: ['write it'], answer: 'I did half.' },
}

const FACTS: BriefFacts = {
  state: STATE,
  why: 'your conversation was shortened',
  news: ['main has 2 more commits'],
  unread: { count: 1, letters: ['owner: hurry'] },
  kept: '/j/compaction.json',
}

test('[C2] it says where the work stands, the most important first', () => {
  const lines = composeBrief(FACTS, 8192).split('\n')
  const order = [
    'your conversation was shortened',
    'recall',
    'Task: A poem',
    'no paper',
    '[ ] two',
    '[x] one',
    'owner: hurry',
    'agent/anna',
    'a.ts (added)',
    'no rhymes (because wanted so)',
  ]
  const places = order.map((words) => lines.findIndex((line) => line.includes(words)))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(lines).toContain('  - b.ts (written, and git sees no difference)')
})

const LONG = {
  ...FACTS,
  state: {
    ...STATE,
    decisions: Array.from({ length: 50 }, (_, index) => ({
      decision: `ä${'€'.repeat(300)}${index}`,
      reason: '',
    })),
  },
}

test.each([256, 300, 1000, 1001, 1002, 1003, 8192])(
  '[C2] it has never more than %i bytes, and whole lines only',
  (maxBytes) => {
    const whole = composeBrief(LONG, 10_000_000).split('\n')
    const brief = composeBrief(LONG, maxBytes)
    expect(Buffer.byteLength(brief)).toBeLessThanOrEqual(maxBytes)
    const lines = brief.split('\n')
    expect(lines.at(-1)).toContain('recall')
    expect(lines.slice(0, -1)).toEqual(whole.slice(0, lines.length - 1))
  },
)

test('[C4] current_task.md has its four parts, and no text of others can look like one', () => {
  const text = composeCurrentTask(STATE)
  expect(text.match(/^#.*$/gm)).toEqual([
    '# Current Task',
    '## Conversation Context',
    '## Pending Actions',
    '## State',
  ])
  for (const line of [
    'A poem # Current Task',
    '- asked: write it',
    '- [x] one',
    '- [ ] two',
    '- blocked: no paper',
    '- file: a.ts (added)',
  ])
    expect(text.split('\n')).toContain(line)
})

test('[C2] what changed meanwhile is told', () => {
  const { current_task, git_state } = STATE
  const now: WorkState = {
    ...STATE,
    current_task: {
      ...current_task,
      tasks: [task(3, 'working')],
      finished: [task(1, 'completed'), task(2, 'completed')],
    },
    git_state: git_state && { ...git_state, behind: 5, head: 'c'.repeat(40) },
  }
  expect(listNews(STATE, STATE)).toEqual([])
  expect(listNews(STATE, now)).toEqual([
    `new task ${task(3, 'working').id}: task 3`,
    `task ${task(1, 'working').id} (task 1) went from working to completed`,
    'the branch stands on cccccccccc, it stood on aaaaaaaaaa',
    'main has 3 more commits',
  ])
})

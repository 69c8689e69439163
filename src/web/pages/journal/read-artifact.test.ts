import { expect, test } from 'vitest'
import { readArtifact } from './read-artifact.ts'

const STATE = {
  files_modified: [
    'src/a.ts',
    { path: 'src/b.ts', git: 'added', tools: ['Write', 'Edit'], committed: true },
    { path: 'src/c.ts', git: null, tools: [], committed: false },
  ],
  decisions: [{ decision: 'use SQLite', reason: 'one machine' }, 'keep it small'],
  open_questions: [],
  current_task: { objective: 'mend the build', id: null, steps: ['one', 'two'] },
  blockers: null,
  git_state: { branch: 'agent/anna', uncommitted: ['x.ts'], recent_commits: [] },
}

test('[U5] the artifact of a compaction is read part by part, in the order of what matters', () => {
  expect(readArtifact(STATE)).toEqual([
    { title: 'Current task', lines: ['objective: mend the build', 'steps: one', 'steps: two'] },
    { title: 'Decisions', lines: ['use SQLite (reason: one machine)', 'keep it small'] },
    { title: 'Open questions', lines: [] },
    { title: 'Blockers', lines: [] },
    {
      title: 'Files modified',
      lines: ['src/a.ts', 'src/b.ts (git: added; tools: Write, Edit; committed)', 'src/c.ts'],
    },
    { title: 'Git', lines: ['branch: agent/anna', 'uncommitted: x.ts'] },
  ])
})

test.each([[null], ['x'], [[]], [{ decisions: [] }]])('[U5] %j is no such artifact', (value) => {
  expect(readArtifact(value)).toBeUndefined()
})

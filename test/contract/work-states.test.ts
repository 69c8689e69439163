// What is worked out of conversations, as the real programs wrote them and as no program should: a table of transcripts, each with
// the state that it stands for.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { makeMask } from '../../src/lib/mask.ts'
import { NO_PROGRESS } from '../../src/core/continuity/merge-progress.ts'
import { workOutState, type WorkFacts } from '../../src/core/continuity/work-out-state.ts'
import { cleanEntry } from '../../src/core/conversations/clean-entry.ts'
import type { ConversationEntry } from '../../src/protocol/messages/conversation.ts'
import { AgentName, ProjectName, TaskId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import type { GitState, WorkState } from '../../src/protocol/agents/work-state.ts'

const TRANSCRIPTS = join(import.meta.dirname, '..', 'fixtures', 'transcripts')
const FOLDER = '/srv/workspaces/site/anna'
const AGENT: WorkFacts['agent'] = {
  name: AgentName.parse('anna'),
  project: ProjectName.parse('site'),
  runtime: 'claude',
  generation: 1,
  session: 's1',
  purpose: '',
  folder: FOLDER,
}
const at = timestampFromMs(0)

type Runtime = 'claude' | 'codex' | 'gemini'

function entriesOf(runtime: Runtime, lines: readonly string[]): ConversationEntry[] {
  const all = lines
    .flatMap((line) => ALL_RUNTIMES[runtime].readConversation?.(line) ?? [])
    .map((entry) => cleanEntry(entry, makeMask()))
  return [...new Map(all.map((entry) => [entry.id, entry])).values()]
}

const stateOf = (entries: readonly ConversationEntry[], more: Partial<WorkFacts> = {}) =>
  workOutState({ agent: AGENT, at, entries, git: null, saved: NO_PROGRESS, tasks: [], finished: [], ...more })

const recorded = (file: string) => readFileSync(join(TRANSCRIPTS, file), 'utf8').split('\n')

let lines = 0
const claudeLine = (type: string, content: unknown, more: object = {}) =>
  JSON.stringify({ type, uuid: `u${(lines += 1)}`, sessionId: 's1', message: { content }, ...more })
const said = (text: string) => claudeLine('user', text, { origin: { kind: 'human' } })
const answered = (text: string) => claudeLine('assistant', [{ type: 'text', text }])
const used = (id: string, name: string, input: unknown, more: object = {}) =>
  claudeLine('assistant', [{ type: 'tool_use', id, name, input }], more)
const ended = (id: string, isError = false) =>
  claudeLine('user', [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: isError }])
const wrote = (id: string, path: string, tool = 'Write') => [
  used(id, tool, { file_path: path, content: 'x' }),
  ended(id),
]
const codexCall = (name: string, input: unknown, id = `c${(lines += 1)}`) =>
  JSON.stringify({ type: 'response_item', payload: { type: 'custom_tool_call', call_id: id, name, input } })

const PATCH = `*** Begin Patch
*** Add File: src/new.ts
+1
*** Update File: src/old.ts
*** Move to: src/moved.ts
*** Delete File: gone.ts
*** End Patch`

const clear = (): ConversationEntry => ({
  id: 'mark:1',
  kind: 'mark',
  session: 's2',
  subagent: null,
  at: null,
  text: 'clear',
  tool: null,
})

interface Expected {
  readonly files?: readonly string[]
  readonly prompts?: readonly string[]
  readonly answer?: string
  readonly steps?: readonly string[]
  readonly objective?: string
  readonly decisions?: WorkState['decisions']
  readonly questions?: readonly string[]
  readonly blockers?: readonly string[]
}

const FIRST_WORDS = 'play shell and the first words'

const CASES: readonly (readonly [string, Runtime, readonly string[], Expected])[] = [
  [
    'as Claude Code wrote it',
    'claude',
    recorded('claude.jsonl'),
    { prompts: [FIRST_WORDS], objective: FIRST_WORDS, answer: 'SHELL-DONE' },
  ],
  [
    'as Codex wrote it',
    'codex',
    recorded('codex.jsonl'),
    { prompts: [FIRST_WORDS], objective: FIRST_WORDS, answer: 'SHELL-DONE' },
  ],
  [
    'as Gemini CLI wrote it',
    'gemini',
    recorded('gemini.jsonl'),
    { prompts: [FIRST_WORDS], objective: FIRST_WORDS, answer: 'SHELL-DONE' },
  ],
  [
    'as Claude Code wrote it, with its subagent’s: whose words are not the agent’s',
    'claude',
    [...recorded('claude.jsonl'), ...recorded('claude-subagent.jsonl')],
    { prompts: [FIRST_WORDS], objective: FIRST_WORDS, answer: 'SHELL-DONE' },
  ],
  ['nothing', 'claude', [], {}],
  [
    'a file that is written and then edited is one',
    'claude',
    [...wrote('t1', `${FOLDER}/a.ts`), ...wrote('t2', `${FOLDER}/a.ts`, 'Edit')],
    { files: ['a.ts Write,Edit'] },
  ],
  [
    'what failed wrote nothing',
    'claude',
    [used('t1', 'Edit', { file_path: `${FOLDER}/a.ts` }), ended('t1', true)],
    {},
  ],
  ['what is only read is not changed', 'claude', wrote('t1', `${FOLDER}/a.ts`, 'Read'), {}],
  [
    'a tool without a result may have done it: git knows',
    'claude',
    [used('t1', 'Write', { file_path: `${FOLDER}/a.ts` })],
    { files: ['a.ts Write'] },
  ],
  [
    'the last line is cut off',
    'claude',
    [said('go'), ...wrote('t1', `${FOLDER}/a.ts`), answered('half of it').slice(0, 60)],
    { files: ['a.ts Write'], prompts: ['go'], objective: 'go' },
  ],
  [
    'a line of five megabytes in between',
    'claude',
    [
      said('go'),
      claudeLine('user', [{ type: 'tool_result', tool_use_id: 't0', content: 'x'.repeat(5_000_000) }]),
      ...wrote('t1', `${FOLDER}/a.ts`),
    ],
    { files: ['a.ts Write'], prompts: ['go'], objective: 'go' },
  ],
  [
    'a file of two megabytes',
    'claude',
    [used('t1', 'Write', { file_path: `${FOLDER}/big.ts`, content: 'x'.repeat(2_000_000) }), ended('t1')],
    { files: ['big.ts Write'] },
  ],
  [
    'records that nobody knows, and no JSON',
    'claude',
    [
      '{"type":"dream","uuid":"d"}',
      'null',
      '\u0000',
      '{"type":',
      said('go'),
      '[]',
      ...wrote('t1', `${FOLDER}/a.ts`),
      claudeLine('assistant', [{ type: 'hologram' }]),
    ],
    { files: ['a.ts Write'], prompts: ['go'], objective: 'go' },
  ],
  [
    'a subagent writes files of ours, and has a plan of its own',
    'claude',
    [
      used('t1', 'Write', { file_path: `${FOLDER}/sub.ts` }, { agentId: 'a1' }),
      used('t2', 'TodoWrite', { todos: [{ content: 'its step', status: 'pending' }] }, { agentId: 'a1' }),
    ],
    { files: ['sub.ts Write'] },
  ],
  [
    'progress that was saved',
    'claude',
    [
      used('t1', 'mcp__cmux__save_progress', {
        task: 'the poem',
        pendingActions: [{ text: 'one', done: true }, { text: 'two' }],
        decisions: [{ decision: 'no rhymes', reason: 'wanted so' }],
        openQuestions: ['how long?'],
        blockers: ['no paper'],
      }),
      ended('t1'),
    ],
    {
      objective: 'the poem',
      steps: ['x one', 'two'],
      decisions: [{ decision: 'no rhymes', reason: 'wanted so' }],
      questions: ['how long?'],
      blockers: ['no paper'],
    },
  ],
  [
    'progress that was not taken',
    'claude',
    [used('t1', 'mcp__cmux__save_progress', { task: 'the poem' }), ended('t1', true)],
    {},
  ],
  [
    'progress in a shape of its own',
    'claude',
    [used('t1', 'mcp__cmux__save_progress', { task: 7, plan: 'x' }), ended('t1')],
    {},
  ],
  [
    'a plan, and the one after it',
    'claude',
    [
      used('t1', 'TodoWrite', { todos: [{ content: 'one', status: 'in_progress' }] }),
      used('t2', 'TodoWrite', {
        todos: [
          { content: 'one', status: 'completed' },
          { content: 'two', status: 'pending' },
        ],
      }),
    ],
    { steps: ['x one', 'two'] },
  ],
  [
    'a plan made step by step',
    'claude',
    [
      used('t1', 'TaskCreate', { subject: 'one' }),
      used('t2', 'TaskCreate', { subject: 'two' }),
      used('t3', 'TaskUpdate', { taskId: '2', status: 'completed' }),
      used('t4', 'TaskUpdate', { taskId: '9', status: 'completed' }),
    ],
    { steps: ['one', 'x two'] },
  ],
  [
    'a plan of Codex',
    'codex',
    [
      codexCall('update_plan', {
        plan: [
          { step: 'one', status: 'completed' },
          { step: 'two', status: 'in_progress' },
        ],
      }),
    ],
    { steps: ['x one', 'two'] },
  ],
  [
    'a patch of Codex, as a tool and in a shell',
    'codex',
    [
      codexCall('apply_patch', PATCH),
      codexCall('exec_command', { cmd: `apply_patch <<'E'\n*** Begin Patch\n*** Add File: shell.ts\nE` }),
    ],
    {
      files: [
        'gone.ts apply_patch',
        'shell.ts exec_command',
        'src/moved.ts apply_patch',
        'src/new.ts apply_patch',
        'src/old.ts apply_patch',
      ],
    },
  ],
  [
    'marks in what it answers',
    'claude',
    [
      answered(
        'I looked.\n**Decision:** keep SQLite because it is there.\n- Blocked by: the missing key\n## Open question: which port?',
      ),
      answered('Decided: keep SQLite'),
    ],
    {
      answer: 'Decided: keep SQLite',
      decisions: [{ decision: 'keep SQLite', reason: 'it is there' }],
      questions: ['which port?'],
      blockers: ['the missing key'],
    },
  ],
  [
    'a question that nobody answered, and one that somebody did',
    'claude',
    [
      used('t1', 'AskUserQuestion', { questions: [{ question: 'red?' }] }),
      ended('t1'),
      used('t2', 'AskUserQuestion', { questions: [{ question: 'blue?' }] }),
    ],
    { questions: ['blue?'] },
  ],
  [
    'a compaction in between forgets nothing of it',
    'claude',
    [
      ...wrote('t1', `${FOLDER}/a.ts`),
      JSON.stringify({ type: 'system', subtype: 'compact_boundary', uuid: 'c1' }),
      ...wrote('t2', `${FOLDER}/b.ts`),
    ],
    { files: ['a.ts Write', 'b.ts Write'] },
  ],
  [
    'paths that lead about, and out',
    'claude',
    [
      ...wrote('t1', `${FOLDER}/src/../a.ts`),
      ...wrote('t2', '/etc/hosts'),
      ...wrote('t3', 'rel.ts'),
      ...wrote('t4', `${FOLDER}-else/a.ts`),
    ],
    { files: [`${FOLDER}-else/a.ts Write`, '/etc/hosts Write', 'a.ts Write', 'rel.ts Write'].toSorted() },
  ],
  [
    'what cmux says is nobody’s wish',
    'claude',
    [
      said('go'),
      said('Stop hook feedback:\ncmux: your conversation fills up'),
      said(
        '[cmux mail dlv_1: 1 message]\n1 of 1 · from: system (system) · id: x\n| you take over\n[end of cmux mail dlv_1.]',
      ),
    ],
    { prompts: ['go'], objective: 'go' },
  ],
]

test.each(CASES)('[C1] %s (%s)', (_, runtime, given, expected) => {
  const state = stateOf(entriesOf(runtime, given))
  const found: Required<Expected> = {
    files: state.files_modified.map(({ path, tools }) => `${path} ${tools.join()}`),
    prompts: state.conversation.prompts,
    answer: state.conversation.answer,
    steps: state.current_task.pending_actions.map(({ text, done }) => (done ? `x ${text}` : text)),
    objective: state.current_task.objective,
    decisions: state.decisions,
    questions: state.open_questions,
    blockers: state.blockers,
  }
  const nothing = {
    files: [],
    prompts: [],
    answer: '',
    steps: [],
    objective: '',
    decisions: [],
    questions: [],
    blockers: [],
  }
  expect(found).toEqual({ ...nothing, ...expected })
})

test('[C1] after /clear only what came since is known, and what git knows', () => {
  const before = entriesOf('claude', [
    said('old'),
    ...wrote('t1', `${FOLDER}/old.ts`),
    answered('Decision: old'),
  ])
  const since = entriesOf('claude', [said('new'), ...wrote('t2', `${FOLDER}/new.ts`)])
  const git = { ...GIT, changed: [{ path: 'old.ts', status: 'modified' }] }
  const state = stateOf([...before, clear(), ...since], { git })
  expect(state.conversation.prompts).toEqual(['new'])
  expect(state.decisions).toEqual([])
  expect(state.files_modified.map(({ path, git: how, tools }) => [path, how, tools])).toEqual([
    ['new.ts', 'same', ['Write']],
    ['old.ts', 'modified', []],
  ])
})

const GIT: GitState = {
  branch: 'agent/anna',
  head: 'a'.repeat(40),
  main: 'main',
  behind: 0,
  uncommitted: [],
  recent_commits: [],
  changed: [],
}

test('[C1] 30 uses of tools over 12 files in two folders: exactly the files that git and the tools name, each once', () => {
  const paths = Array.from(
    { length: 12 },
    (_, index) => `${index % 2 === 0 ? 'src' : 'test'}/file-${index}.ts`,
  )
  const uses = Array.from({ length: 30 }, (_, index) =>
    wrote(`t${index}`, `${FOLDER}/${paths[index % 12]}`, index < 12 ? 'Write' : 'Edit'),
  ).flat()
  const reads = paths.flatMap((path, index) => wrote(`r${index}`, `${FOLDER}/other/${path}`, 'Read'))
  const changed = paths.map((path) => ({ path, status: 'added' }))
  const git = { ...GIT, changed, uncommitted: paths.slice(0, 5) }
  const { files_modified: files, git_state } = stateOf(entriesOf('claude', [...uses, ...reads]), { git })
  expect(files).toEqual(
    paths.toSorted().map((path) => ({
      path,
      git: 'added',
      tools: ['Write', 'Edit'],
      committed: !paths.slice(0, 5).includes(path),
    })),
  )
  expect(git_state).toMatchObject({ branch: 'agent/anna', uncommitted: paths.slice(0, 5) })
})

test('[C1] git and the tools are checked against each other, and a file that only one names says so', () => {
  const entries = entriesOf('claude', [
    ...wrote('t1', `${FOLDER}/both.ts`),
    ...wrote('t2', `${FOLDER}/undone.ts`),
  ])
  const changed = [
    { path: 'both.ts', status: 'modified' },
    { path: 'by-shell.ts', status: 'added' },
  ]
  const own = stateOf(entries, { git: { ...GIT, changed } }).files_modified
  expect(own.map(({ path, git, tools }) => [path, git, tools.length])).toEqual([
    ['both.ts', 'modified', 1],
    ['by-shell.ts', 'added', 0],
    ['undone.ts', 'same', 1],
  ])
  // In a person's checkout git is not asked: what the tools did not name is the person's.
  const shared = stateOf(entries, { git: null }).files_modified
  expect(shared.map(({ path, git }) => [path, git])).toEqual([
    ['both.ts', null],
    ['undone.ts', null],
  ])
})

test('[C1] what was said to cmux counts before what the conversation said, and what came later beside it', () => {
  const saved = { ...NO_PROGRESS, task: 'saved', openQuestions: ['kept?'], at: timestampFromMs(5000) }
  const entries = entriesOf('claude', [
    used(
      't0',
      'TodoWrite',
      { todos: [{ content: 'step', status: 'pending' }] },
      { timestamp: timestampFromMs(1) },
    ),
    claudeLine('assistant', [{ type: 'text', text: 'Open question: settled?\nDecision: early' }], {
      timestamp: timestampFromMs(4000),
    }),
    claudeLine('assistant', [{ type: 'text', text: 'Open question: later?' }], {
      timestamp: timestampFromMs(6000),
    }),
  ])
  const state = stateOf(entries, { saved })
  expect([state.current_task.objective, state.open_questions]).toEqual(['saved', ['kept?', 'later?']])
  expect(state.current_task.pending_actions).toEqual([{ text: 'step', done: false }])
  expect(state.decisions.map(({ decision }) => decision)).toEqual(['early'])
})

const task = (state: 'working' | 'completed', ...notes: string[]) => ({
  id: TaskId.parse(`tsk_${'0'.repeat(25)}${notes.length}`),
  title: 'the poem',
  state,
  waitsFor: [],
  note: notes.at(-1) ?? null,
  notes,
})

test('[C1] notes of its tasks tell of decisions, and the last of each of what is open and in the way', () => {
  const entries = entriesOf('claude', [answered('Decision: no rhymes because of taste')])
  const state = stateOf(entries, {
    tasks: [
      task(
        'working',
        'Open question: which title?',
        'Decision: in English',
        'Blocked by: no paper\nOpen question: ink?',
      ),
    ],
    finished: [task('completed', 'Decision: four lines', 'Blocked by: what is over')],
  })
  expect(state.decisions).toEqual([
    { decision: 'four lines', reason: '' },
    { decision: 'in English', reason: '' },
    { decision: 'no rhymes', reason: 'of taste' },
  ])
  expect([state.open_questions, state.blockers]).toEqual([['ink?'], ['no paper']])
})

// Transcripts as the real programs wrote them, and lines as no program should: what each reader makes of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import type { ConversationEntry } from '../../src/protocol/messages/conversation.ts'

const FOLDER = join(import.meta.dirname, '..', 'fixtures', 'transcripts')
const READ = {
  claude: ALL_RUNTIMES.claude.readConversation,
  codex: ALL_RUNTIMES.codex.readConversation,
  gemini: ALL_RUNTIMES.gemini.readConversation,
}

type Read = NonNullable<(typeof READ)[keyof typeof READ]>
type Name = keyof typeof READ

const readerOf = (name: Name): Read => {
  const read = READ[name]
  if (!read) throw new Error(`${name} has no reader`)
  return read
}

const linesOf = (file: string) =>
  readFileSync(join(FOLDER, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')

const gist = ({ kind, text, tool }: ConversationEntry) =>
  [kind, tool ? tool.name || tool.id : '', tool?.failed ? 'failed' : '', text.split('\n', 1)[0]]
    .filter((word) => word !== '')
    .join(' ')

const MAIL = 'prompt [cmux mail'

const RECORDED: readonly (readonly [Name, string, readonly string[]])[] = [
  [
    'claude',
    'claude.jsonl',
    [
      MAIL,
      'answer Running it.',
      'tool Bash',
      'result toolu_scripted1 (Bash completed with no output)',
      'answer SHELL-DONE',
      'mark compact',
    ],
  ],
  [
    'codex',
    'codex.jsonl',
    [
      MAIL,
      'answer Running it.',
      'tool exec_command',
      'result call_scripted1 failed Chunk ID: 7f9cf5',
      'answer SHELL-DONE',
      'answer SHELL-DONE',
      'mark compact',
    ],
  ],
  [
    'gemini',
    'gemini.jsonl',
    [
      MAIL,
      'answer Running it.',
      'tool run_shell_command',
      'result run_shell_command <untrusted_context>',
      'answer SHELL-DONE',
    ],
  ],
  [
    'claude',
    'claude-subagent.jsonl',
    ['prompt play hello for the subagent', 'answer Hello from the script.'],
  ],
]

test.each(RECORDED)(
  '[C6] %s: %s holds what was said and done, in order, and nothing else',
  (name, file, expected) => {
    // A line that has grown is written again; the store keeps each id once.
    const all = linesOf(file).flatMap(readerOf(name))
    const entries = [...new Map(all.map((entry) => [entry.id, entry])).values()]
    const found = entries.map((entry) => (gist(entry).startsWith(MAIL) ? MAIL : gist(entry)))
    expect(found).toEqual(expected)
    expect(entries.every(({ at }) => at !== null)).toBe(true)
    // However often it is read, it is the same.
    expect(linesOf(file).flatMap(readerOf(name))).toEqual(all)
  },
)

describe.each(Object.keys(READ) as Name[])('[C6] %s', (name) => {
  const recorded = RECORDED.flatMap(([, file]) => linesOf(file))
  test.each([
    ['half a line', recorded.map((line) => line.slice(0, Math.floor(line.length / 2)))],
    ['no JSON', ['', '\u0000', 'null', '[]', '12', '"text"', '{"type":', 'hello']],
    [
      'records that nobody knows',
      ['{"type":"dream","uuid":"u","message":{"content":"x"}}', '{"$set":{"a":1}}'],
    ],
    [
      'fields of other shapes',
      [
        '{"type":"user","uuid":7,"message":{"content":"x"}}',
        '{"type":"user","uuid":"u","message":null}',
        '{"type":"assistant","uuid":"u","message":{"content":[null,7,{"type":"tool_use"}]}}',
        '{"type":"response_item","payload":{"type":"message","id":null,"role":"user","content":[]}}',
        '{"type":"gemini","id":"g","content":"","toolCalls":[null,{"id":1}]}',
      ],
    ],
  ])('tells nothing of %s', (_what, lines) => {
    expect(lines.flatMap(readerOf(name))).toEqual([])
  })
})

const claudeLine = (fields: Record<string, unknown>) =>
  JSON.stringify({
    type: 'user',
    uuid: 'u1',
    sessionId: 's1',
    timestamp: '2026-01-01T00:00:00.000Z',
    ...fields,
  })

test.each<readonly [string, Record<string, unknown>, readonly string[]]>([
  [
    'a prompt of the person',
    { promptId: 'p1', origin: { kind: 'human' }, message: { content: 'do it' } },
    ['prompt:p1'],
  ],
  ['a prompt that cmux added to a turn', { promptId: 'p1', message: { content: 'more' } }, ['prompt:u1']],
  ['a reminder', { isMeta: true, message: { content: 'a caveat' } }, []],
  ['the summary of a compaction', { isCompactSummary: true, message: { content: 'so far' } }, []],
  ['a command of its own', { message: { content: '<command-name>/clear</command-name>' } }, []],
  [
    'a result beside a text',
    {
      message: {
        content: [
          {
            type: 'tool_result',
            tool_use_id: 't1',
            content: [{ type: 'text', text: 'out' }],
            is_error: true,
          },
          { type: 'text', text: 'and this' },
        ],
      },
    },
    ['prompt:u1', 'result:t1'],
  ],
  [
    'an answer with two tools',
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'tool_use', id: 't1', name: 'Read', input: {} },
          { type: 'tool_use', id: 't2', name: 'Edit', input: {} },
        ],
      },
    },
    ['tool:t1', 'tool:t2'],
  ],
])('[C6] claude: %s', (_what, fields, ids) => {
  expect(readerOf('claude')(claudeLine(fields)).map(({ id }) => id)).toEqual(ids)
})

test('[C6] what a subagent says has its id, and a line of megabytes is read like any other', () => {
  const content = 'x'.repeat(4 * 1024 * 1024)
  const [entry] = readerOf('claude')(claudeLine({ agentId: 'a5', isSidechain: true, message: { content } }))
  expect([entry?.subagent, entry?.text.length]).toEqual(['a5', content.length])
})

test('[C6] gemini: a call that goes on has no result yet', () => {
  const call = { id: 'c1', name: 'run_shell_command', args: { command: 'ls' } }
  const line = (status: string, result?: unknown) =>
    JSON.stringify({
      id: 'g1',
      type: 'gemini',
      content: 'Running.',
      toolCalls: [{ ...call, status, result }],
    })
  const result = [{ functionResponse: { response: { output: 'a.txt' } } }]
  const read = readerOf('gemini')
  expect(read(line('executing')).map(({ id }) => id)).toEqual(['answer:g1', 'tool:c1'])
  expect(read(line('success', result)).map(gist)).toEqual([
    'answer Running.',
    'tool run_shell_command',
    'result run_shell_command a.txt',
  ])
  expect(read(line('cancelled')).at(-1)?.tool?.failed).toBe(true)
})

const hook = (runtime: 'claude' | 'opencode', event: string, payload: Record<string, unknown>) =>
  ALL_RUNTIMES[runtime].readHookConversation?.(event, payload) ?? []

test('[C6] hooks tell of the same under the same ids', () => {
  const base = {
    session_id: 's1',
    tool_use_id: 'toolu_scripted1',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  }
  const told = [
    ...hook('claude', 'UserPromptSubmit', { session_id: 's1', prompt_id: 'p1', prompt: 'do it' }),
    ...hook('claude', 'PreToolUse', base),
    ...hook('claude', 'PostToolUse', { ...base, tool_response: { stdout: 'out', stderr: 'err' } }),
    ...hook('claude', 'PostToolUseFailure', { ...base, error: 'broke' }),
    ...hook('claude', 'SessionStart', { session_id: 's2', source: 'clear' }),
    ...hook('claude', 'SessionStart', { session_id: 's2', source: 'startup' }),
    ...hook('claude', 'Stop', base),
  ]
  expect(told.map((entry) => [entry.id, gist(entry)])).toEqual([
    ['prompt:p1', 'prompt do it'],
    ['tool:toolu_scripted1', 'tool Bash'],
    ['result:toolu_scripted1', 'result Bash out'],
    ['result:toolu_scripted1', 'result Bash failed broke'],
    ['mark:s2', 'mark clear'],
  ])
})

test('[C6] opencode: its plug-in tells of everything; a child session is a subagent', () => {
  const base = { sessionID: 'ses_1', child: false }
  const told = [
    ...hook('opencode', 'chat.message', { ...base, messageID: 'msg_1', prompt: 'do it' }),
    ...hook('opencode', 'tool.execute.before', { ...base, callID: 'c1', tool: 'bash', input: {} }),
    ...hook('opencode', 'tool.execute.after', { ...base, callID: 'c1', tool: 'bash', output: 'out' }),
    ...hook('opencode', 'message.part.updated', {
      ...base,
      child: true,
      part: { id: 'prt_1', text: 'done' },
    }),
    ...hook('opencode', 'message.updated', base),
  ]
  expect(told.map((entry) => [entry.id, entry.subagent, gist(entry)])).toEqual([
    ['prompt:msg_1', null, 'prompt do it'],
    ['tool:c1', null, 'tool bash'],
    ['result:c1', null, 'result bash out'],
    ['answer:prt_1', 'ses_1', 'answer done'],
  ])
})

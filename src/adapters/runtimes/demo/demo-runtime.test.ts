import { expect, test } from 'vitest'
import { AgentName, ProjectName } from '../../../protocol/ids.ts'
import type { LaunchOrder } from '../../../core/agents/runtime.ts'
import { makeDemoRuntime } from './demo-runtime.ts'

const runtime = makeDemoRuntime({ node: '/n/node', program: '/r/demo-agent.mjs', version: '1' })

const ORDER: LaunchOrder = {
  agent: AgentName.parse('ada'),
  generation: 2,
  project: ProjectName.parse('site'),
  role: { name: 'worker', prompt: 'Work.' },
  folder: '/w',
  agentHome: '/h/agents/ada',
  program: '/r/demo-agent.mjs',
  url: 'http://127.0.0.1:8000',
  tokenFile: '/h/agents/ada/token',
  conversation: { kind: 'resume', sessionId: 's1' },
  model: null,
  args: [],
  hookCommand: ['/n/node', '/r/hook.mjs'],
  trustsFolder: false,
  answerFirstRun: false,
  environment: { PATH: '/bin', AWS_SECRET_ACCESS_KEY: 'x', CMUX_HOME: '/h', CMUX_DEMO_PACE: '0.1' },
}

test('[A12] starts with what an agent has to know, and nothing of the person’s that it does not need', () => {
  expect(runtime.planLaunch(ORDER)).toEqual({
    command: [
      '/n/node',
      '--v8-pool-size=0',
      '/r/demo-agent.mjs',
      '--home',
      '/h/agents/ada',
      '--name',
      'ada',
      '--role',
      'worker',
      '--resume',
      's1',
    ],
    environment: {
      PATH: '/bin',
      CMUX_DEMO_PACE: '0.1',
      CMUX_AGENT: 'true',
      CMUX_AGENT_NAME: 'ada',
      CMUX_PROJECT: 'site',
      CMUX_URL: 'http://127.0.0.1:8000',
      CMUX_TOKEN_FILE: '/h/agents/ada/token',
    },
    files: [],
  })
})

test('[A4] says what to do when the program is not there', async () => {
  expect(await runtime.examine({})).toMatchObject({ kind: 'missing', hint: expect.stringContaining('build') })
})

const RULE = '─'.repeat(60)

test.each([
  ['a footer that scrolled up', ['  demo · ready', 'Pane is dead (status 1)'], { kind: 'unclear' }],
  ['a footer without its box', ['● text', '  demo · ready'], { kind: 'unclear' }],
  ['nothing yet', ['', ''], { kind: 'unclear' }],
  ['work', ['● text', RULE, '❯ ', RULE, '  demo · working… (esc to interrupt)', ''], { kind: 'working' }],
  [
    'a draft of two lines',
    [RULE, '● old', RULE, '❯ one', '  two', RULE, '  demo · ready'],
    { kind: 'ready', draft: 'one\ntwo', mode: null },
  ],
])('[A8] reads %s', (_, lines, reading) => {
  expect(runtime.readScreen(lines)).toEqual(reading)
})

test('an event that nobody knows tells nothing', () => {
  expect([runtime.readHook('MessageDisplay', {}), runtime.readHook('toString', {})]).toEqual([[], []])
})

import { expect, test } from 'vitest'
import { launchOrder } from '../../../../test/fixtures/agents/launch-order.ts'
import { planClaudeLaunch } from './plan-claude-launch.ts'

const ID = '11111111-1111-4111-8111-111111111111'

test('[A4] a new conversation, with everything there is', () => {
  const { command, environment, files } = planClaudeLaunch(
    launchOrder({ model: 'opus', mcpCommand: ['/opt/node', 'mcp.mjs'], args: ['--verbose'] }),
  )
  expect(command).toEqual([
    '/opt/bin/agent',
    '--settings=/srv/cmux/agents/builder-1/claude-settings.json',
    '--permission-mode=manual',
    `--session-id=${ID}`,
    '--append-system-prompt-file=/srv/cmux/agents/builder-1/role.md',
    '--model=opus',
    '--mcp-config=/srv/cmux/agents/builder-1/claude-mcp.json',
    '--verbose',
  ])
  expect(environment).toMatchObject({ DISABLE_AUTOUPDATER: '1' })
  expect(files.map(({ path }) => path)).toEqual([
    '/srv/cmux/agents/builder-1/role.md',
    '/srv/cmux/agents/builder-1/claude-settings.json',
    '/srv/cmux/agents/builder-1/claude-mcp.json',
    '/srv/cmux/agents/builder-1/claude-nothing.json',
  ])
})

test('[H13] a conversation that goes on is named, not begun anew', () => {
  const order = launchOrder({ conversation: { kind: 'resume', sessionId: ID } })
  expect(planClaudeLaunch(order).command).toContain(`--resume=${ID}`)
  expect(planClaudeLaunch(order).command.join(' ')).not.toContain('--session-id')
})

test('[A8] [P7] hooks are a program and its arguments; a tool is refused when they fail, and vim is off', () => {
  const file = planClaudeLaunch(launchOrder()).files.find(({ path }) => path.endsWith('settings.json'))
  const settings = JSON.parse(file && 'content' in file ? file.content : '{}') as {
    hooks: Record<string, unknown>
    editorMode: string
    disableAllHooks: boolean
    env: Record<string, string>
  }
  expect(settings.hooks['PreToolUse']).toEqual([
    {
      hooks: [
        {
          type: 'command',
          command: '/opt/node',
          args: ['/srv/cmux/hook.mjs', 'claude', 'PreToolUse'],
          timeout: 3660,
          onFailure: 'block',
        },
      ],
    },
  ])
  expect(settings.editorMode).toBe('normal')
  expect(settings.disableAllHooks).toBe(false)
  expect(settings.env).toMatchObject({ CMUX_URL: expect.any(String), NODE_OPTIONS: '', LD_PRELOAD: '' })
})

test.each([
  [{ HOME: '/srv/user' }, '/srv/user/.claude.json'],
  [{ HOME: '/srv/user', CLAUDE_CONFIG_DIR: '/srv/config' }, '/srv/config/.claude.json'],
])('[A8] the first questions are answered in the file that Claude Code will read: %j', (variables, path) => {
  const environment = { ...variables, ANTHROPIC_API_KEY: 'sk-ant-0123456789-0123456789-end' }
  const { files } = planClaudeLaunch(launchOrder({ trustsFolder: true, answerFirstRun: true, environment }))
  expect(files.at(-1)).toEqual({
    path,
    merge: {
      hasCompletedOnboarding: true,
      projects: { '/srv/workspaces/site/builder-1': { hasTrustDialogAccepted: true } },
      customApiKeyResponses: { approved: ['56789-0123456789-end'] },
    },
  })
})

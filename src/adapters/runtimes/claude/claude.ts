// Claude Code.
import type { Runtime } from '../../../core/agents/runtime.ts'
import { BLOCKING_MAIL } from '../blocking-mail.ts'
import { examiner } from '../examiner.ts'
import { isAnyThere } from '../is-any-there.ts'
import { claudeFolder, conversationsIn } from './claude-folder.ts'
import { claudeWalls } from './claude-walls.ts'
import { planClaudeLaunch } from './plan-claude-launch.ts'
import { readClaudeHook } from './read-claude-hook.ts'
import { readClaudeScreen, readClaudeTokens } from './read-claude-screen.ts'
import { readAnswerUsage } from '../read-answer-usage.ts'
import { readClaudeConversation } from '../read-claude-conversation.ts'
import { readToolHookConversation } from '../read-tool-hook-conversation.ts'
import { allowGate, askInDialog } from '../allow-gate.ts'
import { denyGate } from '../deny-gate.ts'
import { giveContext } from '../give-context.ts'

const KEYS = [
  'ANTHROPIC_API_KEY',
  'ANTHROPIC_AUTH_TOKEN',
  'CLAUDE_CODE_OAUTH_TOKEN',
  'CLAUDE_CODE_USE_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX',
]

export const claude: Runtime = {
  name: 'claude',
  examine: examiner({
    program: 'claude',
    oldest: '2.1.325',
    install: 'npm install -g @anthropic-ai/claude-code',
    login: 'run `claude` once and log in, or set ANTHROPIC_API_KEY',
    isLoggedIn: async (environment) => {
      const { credentials, config, settings } = claudeFolder(environment)
      return (
        KEYS.some((key) => environment[key]) ||
        // On macOS the login itself is in the keychain; the account's name tells of it.
        (await isAnyThere([
          { path: credentials },
          { path: config, with: '"oauthAccount"' },
          { path: settings, with: '"apiKeyHelper"' },
        ]))
      )
    },
  }),
  planLaunch: planClaudeLaunch,
  readScreen: readClaudeScreen,
  readTokens: readClaudeTokens,
  readHook: readClaudeHook,
  readTranscriptLine: readAnswerUsage,
  readConversation: readClaudeConversation,
  readHookConversation: readToolHookConversation,
  transcriptFolder: ({ environment, ownFolder }) =>
    ownFolder === null ? claudeFolder(environment).transcripts : conversationsIn(environment, ownFolder),
  walls: claudeWalls,
  interruptKeys: ['Escape'],
  commands: { clear: '/clear', compact: '/compact', quit: '/exit' },
  canResume: true,
  connectsTools: true,
  giveContext,
  denyGate,
  allowGate,
  // Only where a dialog is sure to open: a subagent may have none, and other modes may not ask (seen with 2.1.325).
  askGate: (event, { permission_mode: mode, agent_id: subagent }, reason) =>
    mode === 'default' && subagent === undefined ? askInDialog(event, reason) : undefined,
  mail: BLOCKING_MAIL,
}

// Codex.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import { BLOCKING_MAIL } from '../blocking-mail.ts'
import { examiner } from '../examiner.ts'
import { isAnyThere } from '../is-any-there.ts'
import { readByTable } from '../read-by-table.ts'
import { TOOL_HOOKS } from '../tool-hooks.ts'
import { codexFolder, OWN_CODEX, ownTranscript } from './codex-folder.ts'
import { codexWalls } from './codex-walls.ts'
import { planCodexLaunch } from './plan-codex-launch.ts'
import { readCodexConversation } from './read-codex-conversation.ts'
import { readCodexScreen } from './read-codex-screen.ts'
import { readCodexTranscript } from './read-codex-transcript.ts'
import { readToolHookConversation } from '../read-tool-hook-conversation.ts'
import { allowDialog } from '../allow-gate.ts'
import { denyGate } from '../deny-gate.ts'
import { giveContext } from '../give-context.ts'

export const codex: Runtime = {
  name: 'codex',
  examine: examiner({
    program: 'codex',
    oldest: '0.166.0',
    install: 'npm install -g @openai/codex',
    login: 'run `codex login`',
    isLoggedIn: (environment) => {
      const folder = codexFolder(environment)
      // A provider of one's own brings its own key; OPENAI_API_KEY alone is asked about again (seen with 0.166).
      return isAnyThere([
        { path: join(folder, 'auth.json') },
        { path: join(folder, 'config.toml'), with: 'model_provider' },
        { path: join(folder, 'config.toml'), with: 'cli_auth_credentials_store' },
      ])
    },
  }),
  planLaunch: planCodexLaunch,
  readScreen: readCodexScreen,
  readHook: readByTable(TOOL_HOOKS),
  readTranscriptLine: readCodexTranscript,
  readConversation: readCodexConversation,
  readHookConversation: readToolHookConversation,
  // An agent can put no link in its place: it is a mount of its sandbox.
  transcriptFolder: ({ agentHome, environment, hasOwnConversations }) =>
    hasOwnConversations ? join(agentHome, ...OWN_CODEX) : join(codexFolder(environment), 'sessions'),
  transcriptPath: (named, { agentHome, hasOwnConversations }) =>
    hasOwnConversations ? ownTranscript(named, agentHome) : named,
  walls: codexWalls,
  buildsWalls: true,
  interruptKeys: ['Escape'],
  commands: { clear: '/new', compact: '/compact', quit: '/quit' },
  canResume: true,
  connectsTools: true,
  answersInSettings: true,
  giveContext,
  denyGate,
  allowGate: allowDialog,
  mail: BLOCKING_MAIL,
}

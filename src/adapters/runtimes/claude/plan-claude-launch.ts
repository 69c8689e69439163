// How Claude Code is started: our hooks in a settings file of the agent's own, everything else of the person's as it is.
import { join } from 'node:path'
import type { Launch, LaunchFile, LaunchOrder } from '../../../core/agents/runtime.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { claudeFolder } from './claude-folder.ts'
import { noSettings } from './claude-walls.ts'
import { claudeHooks } from './claude-hooks.ts'

/** By their whole names: CLAUDE_CODE_* also says things about a session that cmux itself may have been started from. */
const OWN_VARIABLES = [
  'ANTHROPIC_* CLAUDE_CONFIG_DIR CLAUDE_CODE_OAUTH_TOKEN DISABLE_TELEMETRY CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC',
  'CLAUDE_CODE_USE_BEDROCK AWS_REGION AWS_PROFILE AWS_BEARER_TOKEN_BEDROCK',
  'CLAUDE_CODE_USE_VERTEX CLOUD_ML_REGION GOOGLE_APPLICATION_CREDENTIALS',
]

/** Claude Code remembers a key that it may use by its end. */
const KEY_END_CHARS = 20

export function planClaudeLaunch(order: LaunchOrder): Launch {
  const settings = join(order.agentHome, 'claude-settings.json')
  const mcp = join(order.agentHome, 'claude-mcp.json')
  const role = join(order.agentHome, 'role.md')
  const { kind, sessionId } = order.conversation
  return {
    command: [
      order.program,
      `--settings=${settings}`,
      // Its default is to judge by itself what is harmless; here the rules and the person judge.
      '--permission-mode=manual',
      kind === 'new' ? `--session-id=${sessionId}` : `--resume=${sessionId}`,
      // As a file: the list of processes is no place for it, and an argument has a limit.
      `--append-system-prompt-file=${role}`,
      ...(order.model === null ? [] : [`--model=${order.model}`]),
      ...(order.mcpCommand === undefined ? [] : [`--mcp-config=${mcp}`]),
      ...order.args,
    ],
    // An update under a running agent would change what its screen and hooks mean.
    environment: agentEnvironment(order, OWN_VARIABLES, { DISABLE_AUTOUPDATER: '1' }),
    files: [
      { path: role, content: order.role.prompt },
      { path: settings, content: JSON.stringify(settingsOf(order), null, 2) },
      ...(order.mcpCommand === undefined
        ? []
        : [{ path: mcp, content: JSON.stringify(mcpServers(order.mcpCommand), null, 2) }]),
      { path: noSettings(order.agentHome), content: '{}\n' },
      ...(order.trustsFolder || order.answerFirstRun ? [firstRunAnswers(order)] : []),
    ],
  }
}

/** Vim's NORMAL mode leaves no mark on the screen, and a paste there would run as keys: so no vim in an agent's prompt. */
function settingsOf(order: LaunchOrder) {
  return {
    hooks: claudeHooks(order.hookCommand),
    ...heldSettings(order),
    editorMode: 'normal',
    // What our tools may do is judged by cmux, call by call: nobody need be asked twice.
    permissions: { allow: ['mcp__cmux'] },
  }
}

/**
 * Whether our hook is asked, whom it asks, and what it loads. An agent can write these into settings of the workspace or of the
 * home; what the command line names wins over both (decision 87).
 */
function heldSettings(order: LaunchOrder) {
  const ours = Object.entries(agentEnvironment(order, [])).filter(([name]) => name.startsWith('CMUX_'))
  const loaded = LOADS_CODE.map((name) => [name, ''])
  return { disableAllHooks: false, env: Object.fromEntries([...ours, ...loaded]) as Record<string, string> }
}

/** Variables by which any program, our hook included, is made to load somebody's code. */
const LOADS_CODE = [
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'LD_AUDIT',
  'LD_LIBRARY_PATH',
  'DYLD_INSERT_LIBRARIES',
  'DYLD_LIBRARY_PATH',
]

function mcpServers([command, ...args]: readonly [string, ...string[]]) {
  // Few and often needed: not to be searched for first.
  return { mcpServers: { cmux: { type: 'stdio', command, args, alwaysLoad: true } } }
}

function firstRunAnswers({ environment, folder, trustsFolder, answerFirstRun }: LaunchOrder): LaunchFile {
  const key = environment['ANTHROPIC_API_KEY']
  const approved =
    key === undefined ? {} : { customApiKeyResponses: { approved: [key.slice(-KEY_END_CHARS)] } }
  const merge = {
    ...(trustsFolder && { projects: { [folder]: { hasTrustDialogAccepted: true } } }),
    ...(answerFirstRun && { hasCompletedOnboarding: true, ...approved }),
  }
  return { path: claudeFolder(environment).config, merge }
}

// How Gemini CLI is started: a home of the agent's own with our hooks and the role, linked to the person's login.
import { join } from 'node:path'
import type { Launch, LaunchFile, LaunchOrder } from '../../../core/agents/runtime.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { geminiHome, LOGIN_FILES } from './gemini-home.ts'
import { geminiHooks } from './gemini-hooks.ts'

/** By their names: GEMINI_CLI_* also says things about a session that cmux itself may have been started from. */
const OWN_VARIABLES = [
  'GEMINI_API_KEY GEMINI_MODEL GOOGLE_API_KEY GOOGLE_GEMINI_BASE_URL GOOGLE_VERTEX_BASE_URL',
  'GOOGLE_GENAI_USE_VERTEXAI GOOGLE_GENAI_USE_GCA GOOGLE_CLOUD_PROJECT GOOGLE_CLOUD_LOCATION GOOGLE_APPLICATION_CREDENTIALS',
]

export function planGeminiLaunch(order: LaunchOrder): Launch {
  const { home, settings, memory, logins } = geminiHome(order.agentHome)
  const { kind, sessionId } = order.conversation
  return {
    command: [
      order.program,
      '--approval-mode=default',
      kind === 'new' ? `--session-id=${sessionId}` : `--resume=${sessionId}`,
      ...(order.model === null ? [] : [`--model=${order.model}`]),
      ...(order.trustsFolder ? ['--skip-trust'] : []),
      ...order.args,
    ],
    environment: agentEnvironment(order, OWN_VARIABLES, { GEMINI_CLI_HOME: home }),
    files: [
      { path: settings, content: JSON.stringify(settingsOf(order), null, 2) },
      { path: memory, content: order.role.prompt },
      ...logins.map((path, index): LaunchFile => {
        const link = join(order.environment['HOME'] ?? '', '.gemini', LOGIN_FILES[index] ?? '')
        return { path, link }
      }),
    ],
  }
}

function settingsOf(order: LaunchOrder) {
  const [command, ...args] = order.mcpCommand ?? []
  // It keeps from the servers it starts whatever sounds like a secret, and so the path of our token, too.
  const env = { CMUX_URL: order.url, CMUX_TOKEN_FILE: order.tokenFile }
  return {
    hooks: geminiHooks(order.hookCommand),
    // A paste in vim's NORMAL mode would run as keys.
    general: { vimMode: false, enableAutoUpdate: false, enableAutoUpdateNotification: false },
    security: { auth: { selectedType: loginKind(order.environment) } },
    // Trusted: what our tools may do is judged by cmux, call by call.
    ...(command === undefined ? {} : { mcpServers: { cmux: { command, args, env, trust: true } } }),
  }
}

/** As the person's environment says; without a key, the login that is linked. */
function loginKind(environment: Readonly<Record<string, string>>): string {
  if (environment['GOOGLE_GENAI_USE_VERTEXAI']) return 'vertex-ai'
  return environment['GEMINI_API_KEY'] ? 'gemini-api-key' : 'oauth-personal'
}

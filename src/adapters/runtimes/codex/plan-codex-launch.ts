// How Codex is started: with the person's own CODEX_HOME, so that their login works, and all that is ours on the command line.
import { join } from 'node:path'
import type { Launch, LaunchOrder } from '../../../core/agents/runtime.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { codexFolder, OWN_CODEX } from './codex-folder.ts'
import { codexHooks } from './codex-hooks.ts'
import { nothingOf } from './codex-walls.ts'
import { type Toml, toToml } from './to-toml.ts'

const OWN_VARIABLES = ['CODEX_HOME CODEX_API_KEY OPENAI_*']

export function planCodexLaunch(order: LaunchOrder): Launch {
  const { kind, sessionId } = order.conversation
  const isResumed = kind === 'resume'
  const nothing = nothingOf(order.agentHome)
  return {
    command: [
      order.program,
      ...(isResumed ? ['resume'] : []),
      ...Object.entries(settingsOf(order)).flatMap(([key, value]) => ['-c', `${key}=${toToml(value)}`]),
      '--ask-for-approval=on-request',
      '--sandbox=workspace-write',
      // A server that all agents share would outlive each of them and mix up their environments.
      '--no-daemon',
      ...(order.model === null ? [] : [`--model=${order.model}`]),
      ...order.args,
      ...(isResumed ? ['--', sessionId] : []),
    ],
    environment: agentEnvironment(order, OWN_VARIABLES),
    files: [
      { path: nothing['config.toml'], content: '' },
      { path: nothing['hooks.json'], content: '{}\n' },
      {
        path: join(order.agentHome, OWN_CODEX[0], 'codex-conversation'),
        conversation: {
          sessions: [...(isResumed ? [sessionId] : []), ...sessionsOf(order.earlier)],
          shared: join(codexFolder(order.environment), 'sessions'),
          own: [order.agentHome, ...OWN_CODEX, 'sessions'],
          isConfined: order.isConfined === true,
        },
      },
    ],
  }
}

/** The name of a transcript ends with the id of its conversation. */
const sessionsOf = (transcripts: readonly string[] = []) =>
  transcripts.flatMap((path) => /-([0-9a-f]{8}-[0-9a-f-]{27})\.jsonl$/.exec(path)?.[1] ?? [])

/** Whole tables, since a dot or a quote in a folder's name would end a key. */
function settingsOf(order: LaunchOrder): Record<string, Toml> {
  const [command, ...args] = order.mcpCommand ?? []
  return {
    check_for_update_on_startup: false,
    // An agent's own settings may have switched them off.
    'features.hooks': true,
    hooks: codexHooks(order.hookCommand),
    ...(order.role.prompt === '' ? {} : { developer_instructions: order.role.prompt }),
    ...(order.trustsFolder ? { projects: { [order.folder]: { trust_level: 'trusted' } } } : {}),
    ...(command === undefined ? {} : { mcp_servers: { cmux: { command, args, ...OUR_SERVER } } }),
  }
}

const OUR_SERVER = {
  // Codex keeps its environment from the servers it starts, unless told.
  env_vars: ['CMUX_AGENT', 'CMUX_AGENT_NAME', 'CMUX_PROJECT', 'CMUX_URL', 'CMUX_TOKEN_FILE'],
  // What our tools may do is judged by cmux, call by call.
  default_tools_approval_mode: 'approve',
}

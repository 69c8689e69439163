// How OpenCode is started: with the person's own settings, and ours on top of them in the environment. Nothing of the workspace
// is loaded but what its papers say: a plug-in in there could change what was approved.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Launch, LaunchOrder } from '../../../core/agents/runtime.ts'
import { agentEnvironment } from '../agent-environment.ts'
import { opencodePlugin } from './opencode-plugin.ts'
import { nothingOf } from './opencode-walls.ts'

/** It talks to many models, each with its own key. */
export const PROVIDER_KEYS = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'GEMINI_API_KEY',
  'GOOGLE_GENERATIVE_AI_API_KEY',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'MISTRAL_API_KEY',
  'DEEPSEEK_API_KEY',
  'XAI_API_KEY',
  'OPENCODE_API_KEY',
] as const

const OWN_VARIABLES = [
  'OPENCODE_CONFIG OPENCODE_CONFIG_DIR OPENCODE_DISABLE_MODELS_FETCH OPENCODE_DISABLE_LSP_DOWNLOAD',
  ...PROVIDER_KEYS,
]

/** It would read them by itself, but for the variable that leaves the workspace's settings alone. */
const PAPERS = ['AGENTS.md', 'CLAUDE.md', 'CONTEXT.md']

export function planOpencodeLaunch(order: LaunchOrder): Launch {
  const plugin = join(order.agentHome, 'opencode-plugin.js')
  const role = join(order.agentHome, 'role.md')
  const nothing = nothingOf(order.agentHome)
  const { kind, sessionId } = order.conversation
  const settings = {
    autoupdate: false,
    plugin: [pathToFileURL(plugin).href],
    instructions: [role, ...PAPERS.map((name) => join(order.folder, name))],
    ...(order.mcpCommand === undefined
      ? {}
      : { mcp: { cmux: { type: 'local', command: order.mcpCommand, enabled: true } } }),
  }
  return {
    command: [
      order.program,
      ...(kind === 'resume' ? [`--session=${sessionId}`] : []),
      ...(order.model === null ? [] : [`--model=${order.model}`]),
      ...order.args,
    ],
    environment: agentEnvironment(order, OWN_VARIABLES, {
      OPENCODE_CONFIG_CONTENT: JSON.stringify(settings),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_PROJECT_CONFIG: '1',
    }),
    files: [
      { path: plugin, content: opencodePlugin(order.hookCommand) },
      { path: role, content: order.role.prompt },
      { path: nothing.settings, content: '{}\n' },
      { path: join(nothing.folder, 'README.md'), content: 'cmux: nothing is loaded from here.\n' },
    ],
  }
}

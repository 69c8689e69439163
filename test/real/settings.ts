// What a person would have set up for each program, with the scripted model in the place of the real one.
import type { Played } from './programs.ts'

export interface Setting {
  readonly environment: (modelUrl: string) => Record<string, string>
  /** Files in the person's home, which some of them name. */
  readonly files: (modelUrl: string, home: string) => Record<string, string>
  readonly model: string | null
}

const KEY = 'sk-test-dummy'

export const SETTINGS = {
  claude: {
    environment: (url) => ({
      ANTHROPIC_API_KEY: KEY,
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    }),
    files: () => ({
      // A person who likes vim: the agent's prompt must not have it.
      '.claude/settings.json': '{"editorMode":"vim"}',
      // They have used it before, with this key; in no folder of cmux.
      '.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        customApiKeyResponses: { approved: [KEY], rejected: [] },
      }),
    }),
    model: null,
  },
  codex: {
    environment: () => ({ OPENAI_API_KEY: KEY }),
    files: (url) => ({ '.codex/config.toml': codexConfig(url) }),
    model: null,
  },
  gemini: {
    environment: (url) => ({ GEMINI_API_KEY: KEY, GOOGLE_GEMINI_BASE_URL: url }),
    files: () => ({}),
    model: 'gemini-2.5-flash',
  },
  opencode: {
    environment: () => ({ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' }),
    files: (url) => ({
      '.config/opencode/opencode.json': JSON.stringify(opencodeConfig(url)),
      // Before it loads a plug-in it installs a package of types from the registry; ours does without.
      '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\noffline=true\n',
    }),
    model: null,
  },
} as const satisfies Record<Played, Setting>

function codexConfig(url: string): string {
  return `model = "scripted-1"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
`
}

function opencodeConfig(url: string) {
  const models = { m1: { name: 'M1', limit: { context: 100_000, output: 8000 } } }
  const options = { baseURL: `${url}/v1`, apiKey: KEY }
  return {
    model: 'scripted/m1',
    small_model: 'scripted/m1',
    share: 'disabled',
    permission: { bash: 'ask' },
    enabled_providers: ['scripted'],
    provider: { scripted: { npm: '@ai-sdk/openai-compatible', name: 'Scripted', options, models } },
  }
}

// Gemini CLI.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import { examiner } from '../examiner.ts'
import { isAnyThere } from '../is-any-there.ts'
import { geminiHome } from './gemini-home.ts'
import { geminiWalls } from './gemini-walls.ts'
import { planGeminiLaunch } from './plan-gemini-launch.ts'
import { readGeminiConversation } from './read-gemini-conversation.ts'
import { readGeminiHook } from './read-gemini-hook.ts'
import { readGeminiScreen } from './read-gemini-screen.ts'
import { allowGate } from '../allow-gate.ts'
import { readGeminiTranscript } from './read-gemini-transcript.ts'
import { denyGate } from '../deny-gate.ts'
import { giveContext } from '../give-context.ts'

const KEYS = ['GEMINI_API_KEY', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA']

export const gemini: Runtime = {
  name: 'gemini',
  examine: examiner({
    program: 'gemini',
    oldest: '0.61.0',
    install: 'npm install -g @google/gemini-cli',
    login: 'run `gemini` once and log in, or set GEMINI_API_KEY',
    isLoggedIn: async (environment) =>
      KEYS.some((key) => environment[key]) ||
      (await isAnyThere([{ path: join(environment['HOME'] ?? '', '.gemini', 'oauth_creds.json') }])),
  }),
  planLaunch: planGeminiLaunch,
  readScreen: readGeminiScreen,
  readHook: readGeminiHook,
  readTranscriptLine: readGeminiTranscript,
  readConversation: readGeminiConversation,
  transcriptFolder: ({ agentHome }) => geminiHome(agentHome).folder,
  walls: geminiWalls,
  interruptKeys: ['Escape'],
  commands: { clear: '/clear', compact: '/compress', quit: '/quit' },
  canResume: true,
  connectsTools: true,
  giveContext,
  showsCompacted: (lines) => lines.some((line) => line.includes('Chat history compressed from')),
  denyGate,
  allowGate,
  mail: { enterAfterMs: 300, dropsInterrupted: true },
}

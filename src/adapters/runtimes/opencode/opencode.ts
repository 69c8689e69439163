// OpenCode.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import { examiner } from '../examiner.ts'
import { isAnyThere } from '../is-any-there.ts'
import { opencodeWalls } from './opencode-walls.ts'
import { planOpencodeLaunch, PROVIDER_KEYS } from './plan-opencode-launch.ts'
import { readOpencodeConversation } from './read-opencode-conversation.ts'
import { readOpencodeHook } from './read-opencode-hook.ts'
import { readOpencodeScreen } from './read-opencode-screen.ts'
import { denyGate } from '../deny-gate.ts'

export const opencode: Runtime = {
  name: 'opencode',
  examine: examiner({
    program: 'opencode',
    oldest: '1.18.33',
    install: 'npm install -g opencode-ai',
    login: 'run `opencode auth login`',
    isLoggedIn: async (environment) => {
      const { HOME = '', XDG_DATA_HOME, XDG_CONFIG_HOME } = environment
      const settings = join(XDG_CONFIG_HOME || join(HOME, '.config'), 'opencode')
      return (
        PROVIDER_KEYS.some((key) => environment[key]) ||
        (await isAnyThere([
          { path: join(XDG_DATA_HOME || join(HOME, '.local', 'share'), 'opencode', 'auth.json') },
          { path: join(settings, 'opencode.json'), with: '"provider"' },
          { path: join(settings, 'opencode.jsonc'), with: '"provider"' },
        ]))
      )
    },
  }),
  planLaunch: planOpencodeLaunch,
  readScreen: readOpencodeScreen,
  readHook: readOpencodeHook,
  readHookConversation: readOpencodeConversation,
  walls: opencodeWalls,
  interruptKeys: ['Escape'],
  commands: { clear: '/new', compact: '/compact', quit: '/exit' },
  canResume: true,
  connectsTools: true,
  denyGate,
  mail: { enterAfterMs: 300 },
}

// What of OpenCode's own an agent inside of walls gets. Its conversations and what it brings from the network are the agent's
// own: plug-ins in a shared cache would run in the person's OpenCode, too.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'

export const opencodeWalls: Runtime['walls'] = ({ agentHome, environment }) => {
  const { HOME = '', XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME } = environment
  const data = join(XDG_DATA_HOME || join(HOME, '.local', 'share'), 'opencode')
  const own = (name: string) => join(agentHome, 'box', 'opencode', name)
  return [
    { kind: 'private', path: data, from: own('data') },
    { kind: 'writable', path: join(data, 'auth.json') },
    { kind: 'private', path: join(XDG_CACHE_HOME || join(HOME, '.cache'), 'opencode'), from: own('cache') },
    {
      kind: 'private',
      path: join(XDG_STATE_HOME || join(HOME, '.local', 'state'), 'opencode'),
      from: own('state'),
    },
    { kind: 'readable', path: join(XDG_CONFIG_HOME || join(HOME, '.config'), 'opencode') },
  ]
}

// What of OpenCode's own an agent inside of walls gets. Its conversations and what it brings from the network are the agent's
// own: plug-ins in a shared cache would run in the person's OpenCode, too.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'

/** Of the folder with its settings, in which it also keeps what it installs, and does not start without. */
const THEIRS = [
  'config.json opencode.json opencode.jsonc tui.json AGENTS.md',
  'agent agents command commands mode modes plugin plugins skill skills themes tool tools',
].flatMap((row) => row.split(' '))

export const opencodeWalls: Runtime['walls'] = ({ agentHome, environment }) => {
  const { HOME = '', XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME } = environment
  const data = join(XDG_DATA_HOME || join(HOME, '.local', 'share'), 'opencode')
  const settings = join(XDG_CONFIG_HOME || join(HOME, '.config'), 'opencode')
  const cache = join(XDG_CACHE_HOME || join(HOME, '.cache'), 'opencode')
  const state = join(XDG_STATE_HOME || join(HOME, '.local', 'state'), 'opencode')
  const own = (name: string) => join(agentHome, 'box', 'opencode', name)
  return [
    { kind: 'private', path: data, from: own('data') },
    { kind: 'writable', path: join(data, 'auth.json') },
    { kind: 'private', path: cache, from: own('cache') },
    { kind: 'private', path: state, from: own('state') },
    { kind: 'private', path: settings, from: own('settings') },
    ...THEIRS.map((name): Wall => ({ kind: 'readable', path: join(settings, name) })),
  ]
}

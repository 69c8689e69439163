// What of OpenCode's own an agent inside of walls gets. Its conversations and what it brings from the network are the agent's
// own: plug-ins in a shared cache would run in the person's OpenCode, too. What it loads, an agent can only read.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'

/** Of a folder with its settings: what names programs, or is one. */
const CODE = {
  files: words('config.json opencode.json opencode.jsonc tui.json tui.jsonc'),
  folders: words('agent agents command commands mode modes plugin plugins skill skills tool tools'),
}
/** What plug-ins of the person's need, and what is harmless. */
const MORE = words('AGENTS.md themes node_modules package.json package-lock.json bun.lock')

/** Stands where the person has nothing, so that the agent has nothing there either. */
export const nothingOf = (agentHome: string) => ({
  settings: join(agentHome, 'opencode-nothing.json'),
  folder: join(agentHome, 'opencode-nothing'),
})

export const opencodeWalls: Runtime['walls'] = ({ agentHome, environment }) => {
  const { HOME = '', XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_CACHE_HOME, XDG_STATE_HOME } = environment
  const data = join(XDG_DATA_HOME || join(HOME, '.local', 'share'), 'opencode')
  const settings = join(XDG_CONFIG_HOME || join(HOME, '.config'), 'opencode')
  const cache = join(XDG_CACHE_HOME || join(HOME, '.cache'), 'opencode')
  const state = join(XDG_STATE_HOME || join(HOME, '.local', 'state'), 'opencode')
  const own = (name: string) => join(agentHome, 'box', 'opencode', name)
  const sealed = (folder: string, from: string): Wall[] => sealedFolder(folder, from, nothingOf(agentHome))
  return [
    { kind: 'private', path: data, from: own('data') },
    // Not shared: an address in there names settings from elsewhere, which the person's own OpenCode would load, too.
    { kind: 'copy', path: join(data, 'auth.json'), from: join(own('data'), 'auth.json'), when: 'newer' },
    { kind: 'private', path: cache, from: own('cache') },
    { kind: 'private', path: state, from: own('state') },
    // Else the folder around its settings could be moved away, and made anew.
    { kind: 'hidden', path: join(HOME, '.config'), pinned: true },
    ...sealed(settings, own('settings')),
    ...sealed(join(HOME, '.opencode'), own('dot')),
  ]
}

/** It does not start where it can't write into the folder itself, so each name that it would load from is closed. */
function sealedFolder(path: string, from: string, nothing: ReturnType<typeof nothingOf>): Wall[] {
  const given = (name: string, source: string): Wall => ({
    kind: 'given',
    path: join(path, name),
    from: source,
  })
  const theirs = [...CODE.files, ...CODE.folders, ...MORE]
  return [
    { kind: 'private', path, from },
    ...CODE.files.map((name) => given(name, nothing.settings)),
    ...CODE.folders.map((name) => given(name, nothing.folder)),
    ...theirs.map((name): Wall => ({ kind: 'readable', path: join(path, name) })),
  ]
}

function words(row: string): string[] {
  return row.split(' ')
}

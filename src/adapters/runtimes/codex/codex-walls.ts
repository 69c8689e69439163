// What of Codex's own an agent inside of walls gets: the login is shared, conversations are its own, and settings can only be read,
// since they name programs that Codex runs, and hooks that may change what was approved.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'
import { codexFolder, OWN_CODEX } from './codex-folder.ts'

const THEIRS = ['AGENTS.md', 'AGENTS.override.md', 'prompts', 'rules', 'skills', 'config.toml', 'hooks.json']

/** Files without any settings. */
export const nothingOf = (agentHome: string) => ({
  'config.toml': join(agentHome, 'codex-nothing.toml'),
  'hooks.json': join(agentHome, 'codex-nothing.json'),
})

export const codexWalls: Runtime['walls'] = ({ agentHome, environment, folder: work }) => {
  const folder = codexFolder(environment)
  const own = join(agentHome, ...OWN_CODEX)
  return [
    { kind: 'private', path: folder, from: own },
    // Where the person has none, there are none.
    ...Object.entries(nothingOf(agentHome)).map(([name, from]): Wall => ({
      kind: 'given',
      path: join(folder, name),
      from,
    })),
    ...THEIRS.map((name): Wall => ({ kind: 'readable', path: join(folder, name) })),
    { kind: 'writable', path: join(folder, 'auth.json') },
    // Hooks in there could change what was approved.
    { kind: 'readable', path: join(work, '.codex'), make: true, within: work },
  ]
}

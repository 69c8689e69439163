// What of Codex's own an agent inside of walls gets: login and conversations are shared, its settings are a copy, since they name
// programs that the person's own Codex would run.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'
import { codexFolder } from './codex-folder.ts'

const THEIRS = ['AGENTS.md', 'AGENTS.override.md', 'prompts', 'rules', 'skills', 'hooks.json']

export const codexWalls: Runtime['walls'] = ({ agentHome, environment, folder: work }) => {
  const folder = codexFolder(environment)
  const own = join(agentHome, 'box', 'codex')
  return [
    { kind: 'private', path: folder, from: own },
    ...THEIRS.map((name): Wall => ({ kind: 'readable', path: join(folder, name) })),
    { kind: 'copy', path: join(folder, 'config.toml'), from: join(own, 'config.toml'), when: 'newer' },
    { kind: 'writable', path: join(folder, 'auth.json') },
    // By day, not by folder: all conversations with Codex are in here.
    { kind: 'writable', path: join(folder, 'sessions'), make: true },
    // Hooks in there could change what was approved.
    { kind: 'readable', path: join(work, '.codex'), make: true },
  ]
}

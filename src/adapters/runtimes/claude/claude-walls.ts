// What of Claude Code's own an agent inside of walls gets. Whatever the person's own Claude Code would run or believe can be
// read only: an agent that could write settings, servers or skills there would be outside with the person's next session.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'
import { claudeFolder, conversationsIn } from './claude-folder.ts'

const THEIRS = [
  'settings.json settings.local.json CLAUDE.md rules keybindings.json output-styles',
  'agents commands skills plugins hooks workflows themes',
].flatMap((row) => row.split(' '))

/** A file without any settings. */
export const noSettings = (agentHome: string): string => join(agentHome, 'claude-nothing.json')

export const claudeWalls: Runtime['walls'] = ({ agentHome, environment, folder }) => {
  const { config, credentials, root } = claudeFolder(environment)
  const box = join(agentHome, 'box')
  return [
    { kind: 'private', path: root, from: join(box, 'claude') },
    // Hooks in settings could change what was approved: where the person has none, there are none.
    { kind: 'given', path: join(root, 'settings.json'), from: noSettings(agentHome) },
    ...THEIRS.map((name): Wall => ({ kind: 'readable', path: join(root, name) })),
    // A login is renewed in place, for all who share it.
    { kind: 'writable', path: credentials },
    // Its conversations only; we read them there, and so does the person.
    { kind: 'writable', path: conversationsIn(environment, folder), make: true },
    // By folder it keeps what the person asked there, and keys of their servers.
    {
      kind: 'copy',
      path: config,
      from: join(box, 'claude.json'),
      when: 'first',
      only: { key: 'projects', folder },
    },
    { kind: 'readable', path: join(folder, '.claude'), make: true, within: folder },
  ]
}

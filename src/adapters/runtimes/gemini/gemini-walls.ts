// What of Gemini CLI's own an agent inside of walls gets: a home of its own, whose settings and role it can only read, and the
// person's login, which is renewed in place.
import { join } from 'node:path'
import type { Runtime } from '../../../core/agents/runtime.ts'
import type { Wall } from '../../../core/confinement/wall.ts'
import { geminiHome, LOGIN_FILES } from './gemini-home.ts'

export const geminiWalls: Runtime['walls'] = ({ agentHome, environment, folder: work }) => {
  const { folder, settings, memory } = geminiHome(agentHome)
  return [
    { kind: 'writable', path: folder, make: true },
    { kind: 'readable', path: settings, within: agentHome },
    { kind: 'readable', path: memory, within: agentHome },
    // Hooks in there could change what was approved.
    { kind: 'readable', path: join(work, '.gemini'), make: true, within: work },
    ...LOGIN_FILES.map((name): Wall => ({
      kind: 'writable',
      path: join(environment['HOME'] ?? '', '.gemini', name),
    })),
  ]
}

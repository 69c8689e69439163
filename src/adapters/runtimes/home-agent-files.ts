// The agents' files under HOME/agents/<name>.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentFiles } from '../../core/agents/agent-files.ts'
import { writeLaunchFiles } from './write-launch-files.ts'

export function makeHomeAgentFiles(home: string): AgentFiles {
  const folderOf = (agent: string) => join(home, 'agents', agent)
  return {
    async homeOf(agent) {
      const folder = folderOf(agent)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    tokenFileOf: (agent) => join(folderOf(agent), 'token'),
    write: writeLaunchFiles,
  }
}

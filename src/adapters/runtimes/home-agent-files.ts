// The agents' files under HOME/agents/<name>.
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentFiles } from '../../core/agents/agent-files.ts'
import { nothingThere } from '../files/nothing-there.ts'
import { readIfThere } from '../files/read-if-there.ts'
import { writeAtomically } from '../files/write-atomically.ts'
import { writeLaunchFiles } from './write-launch-files.ts'

/** What agents' programs keep there, conversations above all. */
const KEPT_BY_PROGRAMS = ['box', 'gemini', 'conversations']

export function makeHomeAgentFiles(home: string): AgentFiles {
  const folderOf = (agent: string) => join(home, 'agents', agent)
  const homeOf: AgentFiles['homeOf'] = async (agent) => {
    const folder = folderOf(agent)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return folder
  }
  return {
    homeOf,
    async claim(agent, id) {
      const folder = await homeOf(agent)
      const record = join(folder, 'owner')
      const owner = (await readIfThere(record))?.trim()
      if (owner === id) return
      // Of an agent from before there is no record, and it is most likely the same.
      if (owner !== undefined) await setAside(folder, join(home, 'agents', '.before', owner))
      // Last: after a kill in between it is done again.
      await writeAtomically(record, `${id}\n`)
    },
    tokenFileOf: (agent) => join(folderOf(agent), 'token'),
    write: writeLaunchFiles,
  }
}

async function setAside(folder: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of KEPT_BY_PROGRAMS) await rename(join(folder, name), join(to, name)).catch(nothingThere)
}

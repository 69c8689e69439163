// The agents' files under HOME/agents/<name>.
import { mkdir, readlink, rename, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { AgentFiles } from '../../core/agents/agent-files.ts'
import type { LaunchFile } from '../../core/agents/runtime.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { readIfThere } from './read-if-there.ts'
import { writeAtomically } from './write-atomically.ts'

export function makeHomeAgentFiles(home: string): AgentFiles {
  const folderOf = (agent: string) => join(home, 'agents', agent)
  return {
    async homeOf(agent) {
      const folder = folderOf(agent)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return folder
    },
    tokenFileOf: (agent) => join(folderOf(agent), 'token'),
    async write(files) {
      for (const file of files) {
        await mkdir(dirname(file.path), { recursive: true, mode: 0o700 })
        if ('link' in file) await linkTo(file.path, file.link)
        else await writeAtomically(file.path, 'content' in file ? file.content : await merged(file))
      }
    },
  }
}

/** A file of the agent's own in that place stays: it is what the agent made of it. */
async function linkTo(path: string, target: string): Promise<void> {
  const known = await readlink(path).catch((error: Error & { code?: string }) => error.code)
  if (known === target || known === 'EINVAL') return
  const building = `${path}.${process.pid}.tmp`
  await symlink(target, building)
  await rename(building, path)
}

/** Keys that are there and not named stay as they are; objects are merged at every depth, lists are united. */
async function merged({ path, merge }: Extract<LaunchFile, { merge: unknown }>): Promise<string> {
  const text = await readIfThere(path)
  let known: unknown
  try {
    known = text === undefined ? {} : JSON.parse(text)
  } catch (error) {
    throw new CmuxError('CONFLICT', `${path} is not JSON, and is not touched`, { cause: error })
  }
  return `${JSON.stringify(mergeInto(known, merge), undefined, 2)}\n`
}

function mergeInto(known: unknown, added: unknown): unknown {
  if (Array.isArray(known) && Array.isArray(added)) return [...new Set<unknown>([...known, ...added])]
  if (!isObject(known) || !isObject(added)) return added
  const result = { ...known }
  for (const [key, value] of Object.entries(added)) result[key] = mergeInto(known[key], value)
  return result
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// An agent in the sandbox has a folder of its own for conversations, and the person has theirs. When it goes from one to the other,
// its conversations go along: they are linked, so that both see what is added, or copied where that can't be.
import { constants, copyFile, link, lstat, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { LaunchFile } from '../../core/agents/runtime.ts'
import { insideFolder } from '../files/inside-folder.ts'
import { nothingThere } from '../files/nothing-there.ts'
import { writeAtomically } from '../files/write-atomically.ts'

export type BringOrder = Extract<LaunchFile, { conversation: unknown }>

/**
 * Only once into the sandbox: an agent names its conversation itself, and could name one of the person's later. The mark stands where no
 * agent writes, and last: after a kill in between it is done again.
 */
export async function bringConversation({ path: mark, conversation }: BringOrder): Promise<void> {
  const { sessions, shared, own, isConfined } = conversation
  const [root, ...way] = own
  const ownFolder = join(root, ...way)
  if (!isConfined) {
    for (const session of sessions) await put(session, ownFolder, [dirname(shared), basename(shared)])
    return rm(mark, { force: true })
  }
  if ((await lstat(mark).catch(nothingThere)) !== undefined) return
  for (const session of sessions) await put(session, shared, own)
  await writeAtomically(mark, '')
}

/** Under the same name below the other folder. What is there stays. Agents may have put links into either. */
async function put(
  session: string,
  from: string,
  [root, ...way]: readonly [string, ...string[]],
): Promise<void> {
  const found = await findConversation(from, session)
  if (found === undefined) return
  const source = join(from, found)
  const folders = dirname(found)
    .split('/')
    .filter((name) => name !== '.')
  const intoFolder = async (held: string) => {
    const target = join(held, basename(found))
    await link(source, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      if (error.code !== 'EXDEV' && error.code !== 'EPERM') throw error
      if ((await lstat(source)).isFile()) await copyFile(source, target, constants.COPYFILE_EXCL)
    })
  }
  await insideFolder(root, [...way, ...folders], intoFolder, { make: { umask: 0o077 } })
}

async function findConversation(folder: string, session: string): Promise<string | undefined> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const found = entries.find((entry) => entry.isFile() && entry.name.endsWith(`-${session}.jsonl`))
  return found && join(found.parentPath, found.name).slice(folder.length + 1)
}

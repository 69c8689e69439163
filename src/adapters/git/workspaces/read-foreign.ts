// Reads what the git folder of a workspace says, as plain text: which commits it names, and from whom it borrows. An agent
// may have written anything in there and may change it at any moment, so nothing is followed, nothing is run, and what looks odd is
// called damaged.
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { insideFolder } from '../../files/inside-folder.ts'
import { readHeld, readInside, type InsideFile } from '../../files/read-inside.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'

export interface ForeignRepository {
  /** `refs/heads/…`; null when it stands on a commit without a branch. */
  readonly headRef: string | null
  /** The commit it stands on; null before a first one. */
  readonly head: string | null
  readonly refs: ReadonlyMap<string, string>
  /** Every commit or tag that something in there names, stashes and half-done rebases included. */
  readonly tips: readonly string[]
}

const FILE_MAX_BYTES = 16 * 1024 * 1024
const REFS_MAX = 5000
const DEPTH_MAX = 20
const OBJECT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/
/** Where git puts uncommitted work while it moves commits about. */
const LONE_TIPS = ['rebase-merge/autostash', 'rebase-apply/autostash', 'MERGE_AUTOSTASH', 'CHERRY_PICK_HEAD']

export async function readForeign(workspace: string, projectObjects: string): Promise<ForeignRepository> {
  const gitDir = join(workspace, '.git')
  await expectFolder(gitDir, workspace)
  await expectFolder(join(gitDir, 'objects'), workspace)
  if (await kindOf(join(gitDir, 'reftable')))
    throw damaged(workspace, 'its refs are kept in a way we do not read')
  await refuseOtherLenders(workspace, projectObjects)
  const refs = new Map([...(await readPackedRefs(workspace)), ...(await readLooseRefs(workspace))])
  const headText = await readSmall(workspace, 'HEAD')
  if (headText === undefined) throw damaged(workspace, 'it has no HEAD')
  const { headRef, head } = readHead(headText, refs, workspace)
  const others = await readOtherTips(workspace, refs)
  const tips = new Set([...(head === null ? [] : [head]), ...refs.values(), ...others])
  return { headRef, head, refs, tips: [...tips] }
}

export function damaged(workspace: string, why: string): CmuxError {
  return new CmuxError('WORKSPACE_DAMAGED', `the workspace ${workspace} can't be read: ${why}`, {
    hint: `nothing was deleted; look at it with \`git -C ${workspace} status\` and \`git -C ${workspace} fsck\`, and copy what you need`,
  })
}

export async function kindOf(path: string): Promise<'file' | 'folder' | 'other' | undefined> {
  try {
    const found = await lstat(path)
    return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other'
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    throw error
  }
}

async function expectFolder(path: string, workspace: string): Promise<void> {
  const kind = await kindOf(path)
  if (kind !== 'folder')
    throw damaged(workspace, `${path} is ${kind === undefined ? 'missing' : 'no folder'}`)
}

/** `path`: in the git folder. Undefined when there is no such file; an error when there is something else, a link or a pipe for example. */
async function readSmall(workspace: string, path: string): Promise<string | undefined> {
  const way = ['.git', ...path.split('/')]
  const name = way.pop() ?? ''
  return textOf(workspace, path, await readInside(workspace, way, name, FILE_MAX_BYTES))
}

function textOf(workspace: string, path: string, found: InsideFile): string | undefined {
  if (found === 'odd') throw damaged(workspace, `.git/${path} is no plain file, or too large`)
  return found?.toString('utf8')
}

/** It borrows objects from the project and from nobody else: others may be private, or gone tomorrow. */
async function refuseOtherLenders(workspace: string, projectObjects: string): Promise<void> {
  const text = await readSmall(workspace, 'objects/info/alternates')
  const lenders = (text ?? '').split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  // What the file says is not repeated: an answer may go to the agent that wrote it.
  if (lenders.some((lender) => lender !== projectObjects))
    throw damaged(workspace, 'it borrows objects from elsewhere than its project')
}

function readHead(text: string, refs: ReadonlyMap<string, string>, workspace: string) {
  const line = text.trim()
  if (OBJECT_ID.test(line)) return { headRef: null, head: line }
  const ref = /^ref: (refs\/\S+)$/.exec(line)?.[1]
  if (ref === undefined) throw damaged(workspace, 'its HEAD names neither a branch nor a commit')
  return { headRef: ref, head: refs.get(ref) ?? null }
}

async function readPackedRefs(workspace: string): Promise<[string, string][]> {
  const text = (await readSmall(workspace, 'packed-refs')) ?? ''
  const lines = text.split('\n').filter((line) => line !== '' && !/^[#^]/.test(line))
  if (lines.length > REFS_MAX) throw damaged(workspace, `it has ${lines.length} refs`)
  return lines.map((line) => {
    const [id = '', name = ''] = line.split(' ')
    if (!OBJECT_ID.test(id) || !name.startsWith('refs/'))
      throw damaged(workspace, 'packed-refs is not readable')
    return [name, id]
  })
}

async function readLooseRefs(workspace: string): Promise<[string, string][]> {
  const found: [string, string][] = []
  const walk = async (name: string, depth: number): Promise<void> => {
    if (depth > DEPTH_MAX || found.length > REFS_MAX) throw damaged(workspace, 'it has too many refs')
    const read = (held: string) => readRefs(workspace, name, held)
    const { refs, folders } = (await insideFolder(workspace, ['.git', ...name.split('/')], read)) ?? NO_REFS
    found.push(...refs)
    for (const folder of folders) await walk(folder, depth + 1)
  }
  await walk('refs', 0)
  return found
}

const NO_REFS = { refs: [], folders: [] }

/** Of one folder, which is held while it is read. */
async function readRefs(workspace: string, name: string, held: string) {
  const refs: [string, string][] = []
  const folders: string[] = []
  for (const entry of await readdir(held, { withFileTypes: true })) {
    const path = `${name}/${entry.name}`
    if (entry.isDirectory()) folders.push(path)
    else if (!path.endsWith('.lock')) {
      const text = textOf(workspace, path, await readHeld(join(held, entry.name), FILE_MAX_BYTES))
      const id = text?.trim()
      // A ref to a ref (origin/HEAD) names nothing of its own.
      if (id === undefined || id.startsWith('ref: ')) continue
      if (!OBJECT_ID.test(id)) throw damaged(workspace, `${path} names no commit`)
      refs.push([path, id])
    }
  }
  return { refs, folders }
}

async function readOtherTips(workspace: string, refs: ReadonlyMap<string, string>): Promise<string[]> {
  const lone = await Promise.all(LONE_TIPS.map((name) => readSmall(workspace, name)))
  // A stash is a ref to the newest; the older ones stand in its log only.
  const log = refs.has('refs/stash') ? await readSmall(workspace, 'logs/refs/stash') : ''
  const stashed = (log ?? '').split('\n').map((line) => line.split(' ')[1])
  return [...lone, ...stashed, ...(await readWorktreeHeads(workspace))].flatMap((text) => {
    const id = text?.trim() ?? ''
    return OBJECT_ID.test(id) && !/^0+$/.test(id) ? [id] : []
  })
}

async function readWorktreeHeads(workspace: string): Promise<(string | undefined)[]> {
  const names = (await insideFolder(workspace, ['.git', 'worktrees'], (held) => readdir(held))) ?? []
  return Promise.all(names.map((name) => readSmall(workspace, `worktrees/${name}/HEAD`)))
}

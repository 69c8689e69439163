// The commit that a ref names. The file of the ref is read here, in the order in which git itself reads them; git is asked only whether
// an id is a commit, once for each id, and for whatever is not a plain ref.
import { join } from 'node:path'
import type { Git, GitPlace } from './git.ts'
import { readSmallText } from './read-small-text.ts'

/** No name that leads out of the folder, and nothing that git would refuse. */
const PLAIN_NAME = /^refs(?:\/\w(?:[\w-]|\.(?![./]|lock(?:\/|$)))*)+$/
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

/** Not a name, nor a part of an id, which may come to mean something else. */
export const isWholeId = (text: string) => ID.test(text)

/** Undefined when there is no such ref, or when it names no commit. */
export async function readRef(git: Git, at: GitPlace, ref: string): Promise<string | undefined> {
  const id = PLAIN_NAME.test(ref) ? await readPlain(git, at, ref) : undefined
  if (id === 'nothing') return undefined
  if (id !== undefined) {
    const { code, stdout } = await git.run(at, ['cat-file', '-t', id], { isFixed: true })
    if (code === 0 && stdout.trim() === 'commit') return id
  }
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
  const { code, stdout } = await git.run(at, args)
  return code === 0 ? stdout.trim() : undefined
}

/** `nothing`: there is no such ref. Undefined: git has to say. */
async function readPlain(git: Git, at: GitPlace, ref: string): Promise<string | undefined> {
  const { refs, packed } = await findFiles(git, at)
  try {
    // In this order: git packs a ref before it removes its file.
    const own = await readSmallText(join(refs, ref.slice('refs/'.length)))
    if (own !== undefined) return ID.test(own.trimEnd()) ? own.trimEnd() : undefined
    const lines = (await readSmallText(packed))?.split('\n') ?? []
    const line = lines.find((each) => each.endsWith(` ${ref}`))
    if (line === undefined) return 'nothing'
    const id = line.slice(0, line.indexOf(' '))
    return ID.test(id) ? id : undefined
  } catch {
    return undefined // a folder of that name, a large file or one that is not ours to read
  }
}

async function findFiles(git: Git, at: GitPlace): Promise<{ refs: string; packed: string }> {
  if (at.of === 'cmux') return { refs: join(at.gitDir, 'refs'), packed: join(at.gitDir, 'packed-refs') }
  const { links, common } = await git.view(at)
  const targetOf = (name: string) => links.find(([each]) => each === name)?.[1] ?? join(common, name)
  return { refs: targetOf('refs'), packed: targetOf('packed-refs') }
}

// What a call of git sees in its sandbox: what it is about, to read; what it fills, to write.
import { chmod, lstat, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SandboxPlace } from '../../lib/git/compose-git-sandbox.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { nothingThere } from '../files/nothing-there.ts'
import type { GitPlace } from './git.ts'
import type { GitView } from './git-views.ts'

/** `deleted refs`: besides the refs themselves, the file in which git packs them, which a deletion writes anew. */
export type Fill = 'objects' | 'refs' | 'deleted refs' | 'index' | 'tree'

export interface SandboxOrder {
  readonly place: GitPlace
  /** Of a project. */
  readonly view: GitView | undefined
  readonly fills: readonly Fill[]
  readonly from: GitPlace | undefined
}

/** In a git folder that has to be writable as a whole, since git puts lock files there: what steers git stays as it is. */
const STEERING = [
  'config',
  'config.worktree',
  'commondir',
  'gitdir',
  'hooks',
  'info',
  'modules',
  'worktrees',
  'HEAD',
  'objects',
]

const MODE_BITS = 0o7777

export async function listSandboxPlaces(order: SandboxOrder): Promise<SandboxPlace[]> {
  const { place, view, fills, from } = order
  const read = [
    ...seenOf(place, fills),
    ...(view ? [view.gitDir, view.common, view.own, ...view.elsewhere, ...view.objects] : []),
    ...(from ? seenOf(from, []) : []),
  ].map(readable)
  const written: SandboxPlace[] = []
  for (const fill of fills)
    written.push(...(await (view ? fillView(place, view, fill) : fillOurs(place, fill))))
  return [...read, ...written.toSorted(writableLast)]
}

const readable = (path: string): SandboxPlace => ({ path, access: 'read' })
const writable = (path: string): SandboxPlace => ({ path, access: 'write' })
const writableLast = (a: SandboxPlace, b: SandboxPlace) =>
  Number(a.access !== 'read') - Number(b.access !== 'read')

function seenOf({ gitDir, of, workTree, index, borrows = [] }: GitPlace, fills: readonly Fill[]): string[] {
  // An index that is filled is replaced by another file, which nothing may stand in the way of.
  const optional = [workTree, fills.includes('index') ? undefined : index].filter(
    (path) => path !== undefined,
  )
  // The name of a project's own git folder may be a link; the view has its real places.
  return [...(of === 'cmux' ? [gitDir] : []), ...optional, ...borrows]
}

async function fillOurs({ gitDir, workTree = '/', index }: GitPlace, fill: Fill): Promise<SandboxPlace[]> {
  if (fill === 'tree') return [writable(workTree)]
  if (fill === 'index' && index !== undefined) return [writable(dirname(index))]
  await mkdir(gitDir, { recursive: true, mode: 0o700 })
  return [writable(gitDir)]
}

async function fillView(
  { workTree = '/', index }: GitPlace,
  view: GitView,
  fill: Fill,
): Promise<SandboxPlace[]> {
  const { own, common } = view
  if (fill === 'tree') return [writable(workTree)]
  if (fill === 'objects') return [await writableFolder(join(common, 'objects'))]
  if (fill === 'index') return index === undefined ? openFolder(own) : [writable(dirname(index))]
  const refs = [
    await writableFolder(join(common, 'refs')),
    await writableFolder(join(common, 'logs')),
    await writableFolder(join(own, 'logs')),
  ]
  await writableFolder(join(common, 'logs', 'refs'))
  return [scratchOf(view), ...(fill === 'refs' ? [] : await openFolder(common)), ...refs]
}

const scratchOf = ({ gitDir, links }: GitView): SandboxPlace => ({
  path: gitDir,
  access: 'scratch',
  shown: ['HEAD', 'config', 'info', 'logs'],
  links,
})

/** Made when it is not there. A link would lead the writing elsewhere. */
async function writableFolder(path: string): Promise<SandboxPlace> {
  await mkdir(path).then(
    // Open to whom the folder around it is: git makes it so.
    async () => chmod(path, (await stat(dirname(path))).mode & MODE_BITS),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const found = await lstat(path).catch(nothingThere)
  if (found?.isDirectory() !== true)
    throw new CmuxError('GIT_FAILED', `${path} is no folder`, {
      hint: 'cmux writes through no link in a git folder',
    })
  return writable(path)
}

async function openFolder(folder: string): Promise<SandboxPlace[]> {
  const steering = STEERING.map((name) => join(folder, name))
  const found = await Promise.all(steering.map((path) => lstat(path).catch(nothingThere)))
  return [writable(folder), ...steering.filter((_, at) => found[at] !== undefined).map(readable)]
}

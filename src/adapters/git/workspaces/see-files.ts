// What differs in a workspace: from a commit of the main branch, and from the commit that it stands on. One `git status`, by an index that
// is kept between looks. The index begins with the files of the main branch, which are asked of the project's objects alone; what the agent's
// commits say to have changed is put on top. An agent whose objects lie about that makes a difference appear, and never disappear.
import { createHash } from 'node:crypto'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { WorkspacePlace } from '../../../core/workspaces/workspace-ground.ts'
import type { RunResult } from '../../process/run-program.ts'
import { printed, type GitPlace } from '../git.ts'
import { beginIndex, keepIndex, openKeptIndex } from './kept-index.ts'
import { makeLens } from './lens.ts'
import { openIndex, type LookDeps, type Sight } from './look-at-workspace.ts'
import { damaged } from './read-foreign.ts'

export interface SeenFiles {
  /** The lens without the workspace's objects. */
  readonly lens: GitPlace
  /** What the commits or the files have made different from the commit of the main branch. */
  readonly rows: readonly SeenFile[]
  /** Paths that differ from the commit it stands on, untracked ones included and ignored ones not. */
  readonly dirty: readonly string[]
  /** Places of repositories inside. */
  readonly links: readonly string[]
}

interface SeenFile {
  /** As git has it, a character a byte. */
  readonly path: string
  /** As the main branch has it; undefined when it has none. */
  readonly base: { readonly mode: string; readonly id: string } | undefined
  /** Whether there may be a file that counts. */
  readonly isThere: boolean
}

interface SeeOrder {
  readonly sight: Sight
  readonly base: string
  /** The commit that it stands on. */
  readonly head: string
  /** The tip of the main branch, when `base` is said to be where both part. */
  readonly main: string | undefined
}

/** The caller waits less; what a look has read is kept all the same, so that the next one is quick. */
const LOOK_LIMIT_MS = 120_000
const OUTPUT_MAX_BYTES = 256 * 1024 * 1024
const LIMITS = { limitMs: LOOK_LIMIT_MS, encoding: 'latin1', outputMaxBytes: OUTPUT_MAX_BYTES } as const
const STEPS = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-ext-diff', '--full-index']
const STATUS = [
  'status',
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=all',
]

const UPDATE = ['update-index', '-z', '--index-info']

export async function seeFiles(deps: LookDeps, place: WorkspacePlace, order: SeeOrder): Promise<SeenFiles> {
  const { git } = deps.door
  const { sight, base, head, main } = order
  const { workspace, objects } = sight
  const index = await openIndex(deps, place)
  const folder = deps.folders.mainLens(place)
  await makeLens({ folder, objects: objects.folders, objectFormat: objects.format, head: base })
  await ignoreDisguises(folder)
  const { ctimeNs: begunNs } = await stat(join(folder, 'HEAD'), { bigint: true })
  const lens = { gitDir: folder, of: 'cmux', borrows: objects.folders } as const
  const at = { ...lens, workTree: workspace, index }
  const rows = head === base ? '' : await readSteps(deps, sight, base, head)
  const steps = rows === '' ? '' : createHash('sha256').update(rows).digest('hex')
  const before = await openKeptIndex(index, workspace)
  const fill = { ...LIMITS, fills: ['index'] } as const
  const expectKnown = (result: RunResult | undefined) => {
    if (result?.code !== 0) throw damaged(workspace, 'its objects are not what their names say')
  }
  const isKnown = main === undefined ? ['cat-file', '-e', base] : ['merge-base', '--is-ancestor', base, main]
  if (before?.base !== base || before.steps !== steps) {
    await beginIndex(index)
    // Only our index is brought to the commit: what lies in the work tree meanwhile is none of its business.
    const calls = [isKnown, ['read-tree', '-m', '-i', base], ...(rows === '' ? [] : [UPDATE])]
    const [known, ...results] = await git.batch(at, calls, { ...fill, input: rows })
    expectKnown(known)
    for (const result of results) printed(result, 'read-tree')
  }
  const [known, status] = await git.batch(at, [isKnown, STATUS], { ...fill, notesFiles: true })
  expectKnown(known)
  const seen = parseStatus(printed(status, 'status'))
  const note = await keepIndex({ index, format: objects.format, base, steps, begunNs, before })
  return { ...seen, lens, links: note?.links ?? [] }
}

/** Rows for the index: what the agent's commits have made of files of the main branch. */
async function readSteps({ door }: LookDeps, { lens }: Sight, base: string, head: string): Promise<string> {
  const parts = (await door.git.read(lens, [...STEPS, base, head], LIMITS)).split('\0')
  let rows = ''
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode = '', , id = ''] = parts[at]?.split(' ') ?? []
    rows += `${mode} ${id}\t${parts[at + 1]}\0`
  }
  return rows
}

const NO_FILE = '000000'

/** What `git status --porcelain=v2 -z` prints, without renames. The letters are: the index against the main branch, the file against the index. */
function parseStatus(text: string): Pick<SeenFiles, 'rows' | 'dirty'> {
  const rows = new Map<string, SeenFile>()
  const dirty: string[] = []
  for (const row of text.split('\0')) {
    const [, letters = '', mode = '', id = '', path = ''] =
      /^1 (..) \S+ (\d+) \d+ \d+ ([0-9a-f]+) [0-9a-f]+ (.*)$/s.exec(row) ?? []
    if (path !== '') {
      const base = mode === NO_FILE ? undefined : { mode, id }
      rows.set(path, { path, base, isThere: !letters.startsWith('D') })
      if (!letters.endsWith('.')) dirty.push(path)
    }
    // What ends so is a repository inside.
    if (!row.startsWith('? ') || row.endsWith('/')) continue
    const untracked = row.slice(2)
    rows.set(untracked, { path: untracked, base: rows.get(untracked)?.base, isThere: true })
    dirty.push(untracked)
  }
  return { rows: [...rows.values()], dirty }
}

/** This file wins over every .gitattributes: an agent could say there that what it wrote is no text, and so hide it. */
async function ignoreDisguises(lens: string): Promise<void> {
  await mkdir(join(lens, 'info'), { recursive: true })
  await writeFile(join(lens, 'info', 'attributes'), '* !diff\n')
}

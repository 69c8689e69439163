// Changes on a repository, in its objects and an index of our own: no work tree is involved, so no link or race in one can
// lead anywhere else.
import { createHash } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ChangeGround, Difference, StageOrder, Staged } from '../../core/improve/change-ground.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Edit } from '../../protocol/changes/change.ts'
import type { Project } from '../../protocol/projects/project.ts'
import { makeTurns } from '../../lib/turns.ts'
import type { FindGitPlace } from './find-git-place.ts'
import { printed, type Git, type GitPlace } from './git.ts'
import { keptRef, makeGitCheckpoints } from './main-branch/git-checkpoints.ts'
import { makeGitChangeTree } from './git-change-tree.ts'
import { PACKAGES } from './build-commit-tree.ts'
import { kindOf } from './workspaces/read-foreign.ts'
import { parseChanges, parseSteps, type ParsedChange } from './parse-changes.ts'
import { isWholeId, readRef } from './read-ref.ts'

const COMPARE = [
  'diff-tree',
  '-r',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-color',
  '--full-index',
  '--ignore-submodules=none',
]
const STEPS = [
  'log',
  '--reverse',
  '--topo-order',
  '--date=raw',
  '--format=%x00%an%x00%ae%x00%ad%x00%B%x00',
  ...COMPARE.slice(2),
  '--binary',
  '--patch',
]
/** A person reads it. */
const PATCH_MAX_BYTES = 512 * 1024
/** All of it is looked at once, to be bound to an approval. */
const WHOLE_MAX_BYTES = 64 * 1024 * 1024
const COMPARE_LIMIT_MS = 60_000
const LINK_MAX_BYTES = 4096
const OBJECTS = { fills: ['objects'] } as const
const INDEX = { fills: ['index'] } as const

export function makeGitChangeGround(git: Git, home: string, findGitPlace: FindGitPlace): ChangeGround {
  const inTurn = makeTurns()
  const placeOf = ({ path }: Project): GitPlace => findGitPlace(path)
  const resolve = (project: Project, ref: string) => readRef(git, placeOf(project), ref)
  const listAmong: ChangeGround['listAmong'] = async (project, commit, paths) => {
    const args = ['ls-tree', '-z', '--name-only', '--full-tree', commit, '--', ...paths]
    const names = await git.read(placeOf(project), args, { isFixed: isWholeId(commit) })
    return new Set(names.split('\0').filter((name) => name !== ''))
  }
  return {
    ...makeGitChangeTree(git, home, findGitPlace),
    ...makeGitCheckpoints(git, home, findGitPlace),
    isPlain: ({ path }) => findGitPlace(path).of === 'cmux',
    main: (project) => resolve(project, `refs/heads/${project.mainBranch}`),
    branch: (project, name) => resolve(project, `refs/heads/${name}`),
    async fork(project, one, other) {
      const { code, stdout } = await git.run(placeOf(project), ['merge-base', one, other])
      return code === 0 ? stdout.trim() : undefined
    },
    async tree(project, commit) {
      const rows = await git.read(placeOf(project), ['ls-tree', '-r', '-z', '--full-tree', commit], {
        outputMaxBytes: WHOLE_MAX_BYTES,
        isFixed: isWholeId(commit),
      })
      return new Map(rows.split('\0').flatMap(parseTreeRow))
    },
    listAmong,
    async hasKnip(project, commit) {
      const program = `${PACKAGES}/.bin/knip`
      if ((await listAmong(project, commit, [program])).size > 0) return true
      // What is installed is linked into a tree that brings nothing of its own.
      if ((await kindOf(join(project.path, program))) === undefined) return false
      return (await listAmong(project, commit, [PACKAGES])).size === 0
    },
    async sumOf(project, commit, path) {
      const { code, stdout } = await git.run(placeOf(project), ['cat-file', 'blob', `${commit}:${path}`], {
        encoding: 'latin1',
        outputMaxBytes: WHOLE_MAX_BYTES,
      })
      return code === 0 ? createHash('sha256').update(stdout, 'latin1').digest('hex') : undefined
    },
    stage: (order) =>
      inTurn(order.project.path, () =>
        stage(git, placeOf(order.project), order, join(home, 'changes', order.id)),
      ),
    compare: (project, base, head) => compare(git, placeOf(project), base, head),
    async patch(project, base, head) {
      const { stdout, isCut } = await git.run(placeOf(project), [...COMPARE, '--patch', base, head], {
        limitMs: COMPARE_LIMIT_MS,
        outputMaxBytes: PATCH_MAX_BYTES,
        mayCut: true,
        isFixed: isWholeId(base) && isWholeId(head),
      })
      return { patch: isCut ? stdout.slice(0, stdout.lastIndexOf('\n') + 1) : stdout, truncated: isCut }
    },
    async keep(project, id, head) {
      await inTurn(project.path, () =>
        git.read(placeOf(project), ['update-ref', keptRef(id), head], { fills: ['refs'] }),
      )
    },
    async release(project, id) {
      await inTurn(project.path, () =>
        git.read(placeOf(project), ['update-ref', '-d', keptRef(id)], { fills: ['deleted refs'] }),
      )
    },
  }
}

function parseTreeRow(row: string): [path: string, mode: string][] {
  const [, mode = '', path = ''] = /^(\d+) \w+ [0-9a-f]+\t(.*)$/s.exec(row) ?? []
  return path === '' ? [] : [[path, mode]]
}

async function stage(git: Git, source: GitPlace, order: StageOrder, folder: string): Promise<Staged> {
  const { base, edits, message } = order
  const at = { ...source, index: join(folder, 'staging', 'index') }
  try {
    await mkdir(dirname(at.index), { recursive: true, mode: 0o700 })
    await git.read(at, ['read-tree', base], INDEX)
    for (const edit of edits) {
      const why = await apply(git, at, edit)
      if (why !== undefined) return { kind: 'conflict', file: edit.file, why }
    }
    const tree = await git.read(at, ['write-tree'], { fills: ['objects', 'index'] })
    const head = await git.read(at, ['commit-tree', tree, '-p', base], { ...OBJECTS, input: message })
    return { kind: 'staged', head }
  } finally {
    await rm(dirname(at.index), { recursive: true, force: true })
  }
}

/** What does not fit, if anything. */
async function apply(git: Git, at: GitPlace, edit: Edit): Promise<string | undefined> {
  if (edit.patch !== undefined) return applyPatch(git, at, edit.file, edit.patch)
  const row = edit.type === 'delete' ? `0 ${'0'.repeat(40)}` : await writeBlob(git, at, edit)
  await git.read(at, ['update-index', '-z', '--index-info'], { ...INDEX, input: `${row}\t${edit.file}\0` })
  return undefined
}

async function writeBlob(git: Git, at: GitPlace, { file, content = '' }: Edit): Promise<string> {
  const calls = [
    ['ls-files', '--stage', '-z', '--', file],
    ['hash-object', '-w', '--no-filters', '--stdin'],
  ]
  const [known, written] = await git.batch(at, calls, { ...OBJECTS, input: content })
  const mode = /^(\d+) /.exec(printed(known, 'ls-files'))?.[1] ?? '100644'
  return `${mode} ${printed(written, 'hash-object').trim()}`
}

async function applyPatch(git: Git, at: GitPlace, file: string, patch: string): Promise<string | undefined> {
  const input = patch.endsWith('\n') ? patch : `${patch}\n`
  const counted = await git.run(at, ['apply', '--cached', '--numstat', '-z', '-'], { input })
  if (counted.code !== 0) return inShort(counted.stderr)
  const others = counted.stdout.split('\0').flatMap((row) => {
    const [, , path = ''] = row.split('\t')
    return path === '' || path === file ? [] : [path]
  })
  if (others.length > 0) return `it is for another file: ${others.join(', ')}`
  const applied = await git.run(at, ['apply', '--cached', '--whitespace=nowarn', '-'], {
    fills: ['objects', 'index'],
    input,
  })
  return applied.code === 0 ? undefined : inShort(applied.stderr)
}

const inShort = (text: string) => text.trim().split('\n').slice(-2).join(' ')

async function compare(git: Git, at: GitPlace, base: string, head: string): Promise<Difference> {
  const range = `${base}..${head}`
  const looks = [
    [...COMPARE, '--raw', '--numstat', '-z', base, head],
    ['rev-list', '--count', range],
  ]
  const [listed, count] = await git.batch(at, looks, {
    limitMs: COMPARE_LIMIT_MS,
    encoding: 'latin1',
    outputMaxBytes: WHOLE_MAX_BYTES,
  })
  const whole = await git.run(at, [...COMPARE, '--binary', '--patch', base, head], {
    limitMs: COMPARE_LIMIT_MS,
    encoding: 'latin1',
    outputMaxBytes: WHOLE_MAX_BYTES,
    mayCut: true,
  })
  if (whole.isCut) throw tooLarge()
  const files = await Promise.all(
    parseChanges(printed(listed, 'diff-tree')).map((file) => withTarget(git, at, file)),
  )
  const sum = createHash('sha256').update(whole.stdout, 'latin1')
  if (Number(printed(count, 'rev-list')) < 2) return { files, steps: [], sha256: sum.digest('hex') }
  sum.update(await readSteps(git, at, range), 'latin1')
  return { files, steps: await listSteps(git, at, range), sha256: sum.digest('hex') }
}

/** What each commit touches; of a merge what is in none of its parents. */
async function listSteps(git: Git, at: GitPlace, range: string): Promise<Difference['steps']> {
  const text = await git.read(
    at,
    ['log', '-c', '--raw', '--no-abbrev', '-z', '--format=', ...COMPARE.slice(2), range],
    {
      limitMs: COMPARE_LIMIT_MS,
      encoding: 'latin1',
      outputMaxBytes: WHOLE_MAX_BYTES,
    },
  )
  return Promise.all(parseSteps(text).map((file) => withTarget(git, at, file)))
}

/** Where there is more than one commit, each of them stays in the history: author, date, message and what it changed. No ids, so that it
 * is the same on top of another commit. */
async function readSteps(git: Git, at: GitPlace, range: string): Promise<string> {
  const { stdout, isCut } = await git.run(at, [...STEPS, range], {
    limitMs: COMPARE_LIMIT_MS,
    encoding: 'latin1',
    outputMaxBytes: WHOLE_MAX_BYTES,
    mayCut: true,
  })
  if (isCut) throw tooLarge()
  return stdout
}

const tooLarge = () =>
  new CmuxError('LIMIT_REACHED', 'the change is too large to be looked at', {
    hint: 'make several changes of it, and keep large files out of git',
  })

const LINK = '120000'

async function withTarget<File extends Pick<ParsedChange, 'newMode' | 'newId'>>(
  git: Git,
  at: GitPlace,
  file: File,
): Promise<File & { readonly linkTarget?: string }> {
  if (file.newMode !== LINK) return file
  const { stdout } = await git.run(at, ['cat-file', 'blob', file.newId], {
    outputMaxBytes: LINK_MAX_BYTES,
    mayCut: true,
  })
  return { ...file, linkTarget: stdout }
}

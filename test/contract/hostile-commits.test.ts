// Commits that no git would make: an agent writes them object by object, and has them brought into the project.
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import type { GitRepository } from '../fixtures/git-repository.ts'
import { makeWorkspaceWorld } from '../fixtures/workspace-world.ts'

type Row = readonly [mode: string, name: string, id: string]

const treeOf = (rows: readonly Row[]) =>
  Buffer.concat(
    rows.map(([mode, name, id]) => Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])),
  )

/** Whatever git thinks of it. */
function write(
  repository: GitRepository,
  kind: 'blob' | 'tree' | 'commit',
  content: Buffer | string,
): string {
  const args = ['hash-object', '-t', kind, '-w', '--literally', '--stdin']
  return execFileSync('git', args, { cwd: repository.path, input: content, encoding: 'utf8' }).trim()
}

function commitOf(anna: GitRepository, tree: string): string {
  const who = 'anna <anna@example.com> 1700000000 +0000'
  const head = `tree ${tree}\nparent ${anna.git('rev-parse', 'HEAD')}\nauthor ${who}\ncommitter ${who}\n`
  const commit = write(anna, 'commit', `${head}\nwork\n`)
  anna.git('update-ref', 'refs/heads/agent/anna', commit)
  return commit
}

const HOOK = '#!/bin/sh\ntouch /tmp/sprung\n'
const MODULES = (row: string) => `[submodule "x"]\n\tpath = x\n\turl = https://example.com/x\n${row}\n`

/** The rows of the root folder. */
const HOSTILE: readonly [string, (anna: GitRepository) => readonly Row[]][] = [
  ['a hook in .git', (anna) => inFolder(anna, '.git', HOOK)],
  ['the same in other letters', (anna) => inFolder(anna, '.GIT', HOOK)],
  ['the same by its short name', (anna) => inFolder(anna, 'git~1', HOOK)],
  ['a folder that goes up', (anna) => inFolder(anna, '..', HOOK)],
  ['a folder that is the same one', (anna) => inFolder(anna, '.', HOOK)],
  ['a name that is a path', (anna) => [['100644', 'a/../../x', write(anna, 'blob', HOOK)]]],
  ['a name twice', (anna) => [fileOf(anna, 'x', 'one'), fileOf(anna, 'x', 'two')]],
  [
    'a link and a folder of one name',
    (anna) => [['120000', 'x', write(anna, 'blob', '/etc')], ...inFolder(anna, 'x', HOOK)],
  ],
  ['a file that is no object', () => [['100644', 'x', '0'.repeat(40)]]],
  [
    'a submodule whose address is an option',
    (anna) => [fileOf(anna, '.gitmodules', MODULES('\turl = -u./x'))],
  ],
  ['a submodule whose folder is an option', (anna) => [fileOf(anna, '.gitmodules', MODULES('\tpath = -x'))]],
  [
    'a submodule with a name that goes up',
    (anna) => [fileOf(anna, '.gitmodules', '[submodule "../../x"]\n\tpath = x\n\turl = y\n')],
  ],
  [
    'a submodule that is updated by a command',
    (anna) => [fileOf(anna, '.gitmodules', MODULES('\tupdate = !touch /tmp/sprung'))],
  ],
  ['settings of submodules by a link', (anna) => [['120000', '.gitmodules', write(anna, 'blob', '../x')]]],
  ['an object that is missing', () => [['100644', 'x', '1'.repeat(40)]]],
]

const fileOf = (anna: GitRepository, name: string, text: string): Row => [
  '100644',
  name,
  write(anna, 'blob', text),
]
const inFolder = (anna: GitRepository, name: string, text: string): readonly Row[] => [
  ['40000', name, write(anna, 'tree', treeOf([fileOf(anna, 'x', text)]))],
]

describe('[P7] a hostile commit is not brought into the project, and its workspace stays', () => {
  test.each(HOSTILE)('%s', async (_, rows) => {
    using world = makeWorkspaceWorld()
    const anna = await world.make()
    const before = world.project.git('for-each-ref')
    const commit = commitOf(anna, write(anna, 'tree', treeOf(rows(anna))))
    for (const bring of [
      () => world.workspaces.take(world.place(), ['HEAD']),
      () => world.workspaces.bringHome(world.place()),
      () => world.workspaces.remove(world.place()),
    ])
      await expect(bring()).rejects.toMatchObject({ code: 'GIT_FAILED' })
    expect(world.project.git('for-each-ref')).toBe(before)
    expect(() => world.project.git('cat-file', '-e', commit)).toThrow('cat-file')
    expect(world.exists()).toBe(true)
  })
})

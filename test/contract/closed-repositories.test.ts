// Repositories that cmux can read and not write to, or whose submodules it does not have.
import { chmodSync, chownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { makeRepository } from '../fixtures/git-repository.ts'
import { runCommand } from '../fixtures/run-command.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { makeWorkspaceWorld } from '../fixtures/workspace-world.ts'

const SOMEBODY = 54_321
const isRoot = process.getuid?.() === 0 && process.platform === 'linux'
// oxlint-disable-next-line no-console
if (!isRoot) console.warn('NOT RUN: a closed repository, since only root can become another user')

test.runIf(isRoot)(
  '[L6] a repository that one can read and not write to is refused as a project, with the folder',
  async () => {
    using temp = makeTempFolder()
    const root = realpathSync(temp.path)
    for (const folder of [root, dirname(root)]) chmodSync(folder, statSync(folder).mode | 0o055)
    const home = join(root, 'home')
    mkdirSync(home)
    chownSync(home, SOMEBODY, SOMEBODY)
    const closed = makeRepository(join(root, 'closed'))
    const open = makeRepository(join(root, 'open'))
    expect(await runCommand('chown', ['-R', `${SOMEBODY}:${SOMEBODY}`, open.path])).toMatchObject({ code: 0 })
    const script = fileURLToPath(new URL('../fixtures/run-examine.ts', import.meta.url))
    const become = ['--reuid', String(SOMEBODY), '--regid', String(SOMEBODY), '--clear-groups']
    const words = [...become, process.execPath, script, home, closed.path, open.path]
    const { stdout, stderr } = await runCommand('setpriv', words, { env: { PATH: process.env['PATH'] } })
    expect([stderr, JSON.parse(stdout)]).toMatchObject([
      '',
      [
        {
          kind: 'unusable',
          reason: expect.stringContaining(`${closed.path} can't be written to by this user`),
        },
        { kind: 'repository', root: open.path },
      ],
    ])
  },
)

test('[L6] empty folders of submodules are told of a workspace', async () => {
  using world = makeWorkspaceWorld()
  const { project } = world
  const part = makeRepository(join(world.folder, 'part'))
  project.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', part.path, 'vendor/part')
  project.git('commit', '--quiet', '--message', 'a submodule')
  await world.make()
  expect((await world.workspaces.report(world.place())).problem).toBe(
    'the folders of submodules are empty there: vendor/part (`git submodule update --init` fills them)',
  )
})

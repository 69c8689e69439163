// An agent's work against the main branch: all of it, none of anybody else's, within limits; over HTTP and as a patch.
import { chmodSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WorkDiff } from '../../../src/protocol/agents/work-diff.ts'
import { startTeam, type AgentTeam, type ShownAgent } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { makeWorkspaceWorld, type WorkspaceWorld } from '../../fixtures/workspace-world.ts'

const FILES = { 'a.txt': 'one\n', 'b.txt': 'two\n', 'c.txt': 'three\n', 'run.sh': '#!/bin/sh\n' }
const diffOf = (world: WorkspaceWorld) => world.workspaces.diff(world.place())
/** A file's fate in a line. */
const listOf = ({ files }: WorkDiff) =>
  files.map(({ path, status, added, removed, binary }) =>
    [path, status, ...(binary ? ['binary'] : [`+${added}`, `-${removed}`])].join(' '),
  )

describe('the work of an agent', () => {
  test('[G3] is its commits and its uncommitted files together, since it left the main branch', async () => {
    using world = makeWorkspaceWorld(FILES)
    const base = world.project.git('rev-parse', 'HEAD')
    const anna = await world.make()
    const head = anna.commit({ 'a.txt': 'one\nand more\n', 'committed.txt': 'new\n' })
    rmSync(join(anna.path, 'b.txt'))
    anna.write({
      'c.txt': 'four\n',
      'deep/er/untracked.txt': 'x\ny\n',
      '.gitignore': 'ignored\n',
      ignored: 'x',
    })
    anna.write({ 'staged.txt': 'staged\n', 'empty.txt': '' })
    anna.git('add', 'staged.txt')
    chmodSync(join(anna.path, 'run.sh'), 0o755)
    symlinkSync('a.txt', join(anna.path, 'link'))
    writeFileSync(join(anna.path, 'picture'), Buffer.from([0, 1, 2, 255]))
    // What happens on the main branch meanwhile is not its work.
    world.project.commit({ 'a.txt': 'other\n', 'theirs.txt': 'x\n' })
    const found = await diffOf(world)
    expect(found).toMatchObject({
      agent: 'anna',
      project: 'shop',
      base,
      head,
      main: 'main',
      branch: 'agent/anna',
    })
    expect([found.ahead, found.behind, found.truncated, found.filesLeftOff]).toEqual([1, 1, false, 0])
    expect(listOf(found)).toEqual([
      '.gitignore added +1 -0',
      'a.txt modified +1 -0',
      'b.txt deleted +0 -1',
      'c.txt modified +1 -1',
      'committed.txt added +1 -0',
      'deep/er/untracked.txt added +2 -0',
      'empty.txt added +0 -0',
      'link added +1 -0',
      'picture added binary',
      'run.sh modified +0 -0',
      'staged.txt added +1 -0',
    ])
    expect(found.dirty.toSorted()).toEqual([
      '.gitignore',
      'b.txt',
      'c.txt',
      'deep/er/untracked.txt',
      'empty.txt',
      'link',
      'picture',
      'run.sh',
      'staged.txt',
    ])
  })

  test('[G3] is compared again after a commit that was seen as an uncommitted file before', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    await diffOf(world)
    anna.commit({ 'b.txt': 'new\n' })
    anna.write({ 'b.txt': 'newer\n' })
    const found = await diffOf(world)
    expect([listOf(found), found.dirty]).toEqual([['b.txt modified +1 -1'], ['b.txt']])
  })

  test('[G3] is a patch that brings the main branch to where the agent is', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.commit({ 'a.txt': 'one\nund übrigens\n', 'tab\there "quoted".txt': 'x' })
    anna.write({ 'c.txt': 'four\n', 'new.txt': 'without an end of line' })
    const { patch } = await diffOf(world)
    writeFileSync(join(world.folder, 'work.patch'), patch)
    world.project.git('apply', '--index', join(world.folder, 'work.patch'))
    anna.git('add', '--all')
    expect(world.project.git('write-tree')).toBe(anna.git('write-tree'))
  })

  test('[G3] is looked at without a trace: the workspace and the project stay as they are', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.commit({ 'a.txt': 'more\n' })
    anna.write({ 'new.txt': 'x' })
    const look = () => [
      anna.git('status', '--porcelain=v2', '--branch'),
      anna.git('count-objects', '-v'),
      world.project.git('count-objects', '-v'),
      world.refs('refs'),
      readdirSync(anna.path).join(' '),
    ]
    const before = look()
    const first = await diffOf(world)
    expect(await diffOf(world)).toEqual(first)
    expect(look()).toEqual(before)
    // What reports remember of the files is not spoilt by it.
    expect(await world.workspaces.report(world.place())).toMatchObject({ ahead: 1, dirty: 1, problem: null })
  })

  test('[G3] is nothing as long as nothing was done', async () => {
    using world = makeWorkspaceWorld(FILES)
    await world.make()
    expect(await diffOf(world)).toMatchObject({ ahead: 0, behind: 0, files: [], patch: '', dirty: [] })
  })

  test('[P8] is cut when it is long, at the end of a line; a large file is named, not shown', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.write({ 'long.txt': 'every line\n'.repeat(80_000), 'vast.txt': 'x\n'.repeat(1024 * 1024) })
    const found = await diffOf(world)
    expect(listOf(found)).toEqual(['long.txt added +80000 -0', 'vast.txt added binary'])
    expect(found.truncated).toBe(true)
    expect(found.patch.length).toBeLessThanOrEqual(512 * 1024)
    expect(found.patch.endsWith('+every line\n')).toBe(true)
  })

  test('[P8] does not list files without end', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.write(Object.fromEntries(Array.from({ length: 2100 }, (_, index) => [`f/${index}`, ''])))
    const found = await diffOf(world)
    expect([found.files.length, found.filesLeftOff, found.dirty.length]).toEqual([2000, 100, 2000])
  })

  test('[P7] can not be hidden by what the agent says of its files', async () => {
    using world = makeWorkspaceWorld(FILES)
    const anna = await world.make()
    anna.commit({ '.gitattributes': '* -diff\n', 'a.txt': 'hidden\n' })
    anna.write({ 'new.txt': 'hidden, too\n' })
    const found = await diffOf(world)
    expect(found.files.filter(({ binary }) => binary)).toEqual([])
    expect(found.patch).toContain('+hidden\n')
    expect(found.patch).toContain('+hidden, too\n')
  })

  test('[P7] shows no file that a link points to, in a folder or by itself', async () => {
    using world = makeWorkspaceWorld({ 'folder/a.txt': 'one\n' })
    const anna = await world.make()
    const secret = makeRepository(join(world.folder, 'secret'), { 'a.txt': 'the secret\n' })
    rmSync(join(anna.path, 'folder'), { recursive: true })
    symlinkSync(secret.path, join(anna.path, 'folder'))
    symlinkSync(join(secret.path, 'a.txt'), join(anna.path, 'straight'))
    const { patch } = await diffOf(world)
    expect(patch).not.toContain('the secret')
    expect(patch).toContain('new file mode 120000')
  })
})

const hasEnded = ({ evidence }: ShownAgent) => evidence.some(({ says }) => says === 'ended its turn')

describe('over HTTP and by command', () => {
  let built: BuiltCmux
  let team: AgentTeam
  beforeAll(async () => {
    built = await buildCmux(NO_STANDBY)
    team = await startTeam(built, 'diff')
    const { path } = makeRepository(join(built.folder, 'shop'), FILES)
    await team.ask('POST', '/api/projects', { path })
    await team.spawn('anna', { task: 'write greeting.txt hello\ncommit Greet\nwrite rest.txt left' })
    await team.spawn('lead', { role: 'supervisor', task: 'write plan.txt first' })
    await team.spawn('guest', { workspace: false })
    // Both at once: some seconds later they say that they wait for input.
    await Promise.all([team.until('anna', hasEnded), team.until('lead', hasEnded)])
  })
  afterAll(async () => {
    await team[Symbol.asyncDispose]()
    built[Symbol.dispose]()
  })

  test('[G3] `cmux diff` prints the patch, and with --json what the API says', async () => {
    const reply = await team.ask('GET', '/api/agents/anna/diff')
    expect(listOf(reply.json as WorkDiff)).toEqual(['greeting.txt added +1 -0', 'rest.txt added +1 -0'])
    const { stdout, stderr } = await team.cmux.run('diff', 'anna')
    expect(stdout).toBe((reply.json as WorkDiff).patch)
    expect(stderr).toBe(
      'cmux: anna on agent/anna: 1 commit ahead of main, 0 behind; 2 files changed, 1 of them not committed\n',
    )
    const asJson = await team.cmux.run('diff', 'anna', '--json')
    expect([JSON.parse(asJson.stdout), asJson.stderr]).toEqual([reply.json, ''])
  })

  test('[P7] what a file says is obeyed by no terminal, and arrives whole in a file', async () => {
    const { workspace } = await team.show('anna')
    const evil = '\u001b]0;title\u0007\u001b[2J\r\n'
    writeFileSync(join(String(workspace), 'evil\u001b[31m.txt'), evil)
    expect((await team.cmux.run('diff', 'anna')).stdout).toContain(`+${evil}`)
    const command = [
      process.execPath,
      join(built.programs, 'cli.mjs'),
      'diff',
      'anna',
      '--home',
      team.cmux.home,
    ]
    const { stdout } = await runCommand('script', ['-qec', command.join(' '), '/dev/null'], {
      env: { PATH: process.env['PATH'] ?? '', HOME: built.folder, NO_COLOR: '1' },
    })
    expect(stdout).toContain('+\\u001b]0;title\\u0007\\u001b[2J\\u000d')
    expect(stdout).not.toContain('\u001b')
    rmSync(join(String(workspace), 'evil\u001b[31m.txt'))
  })

  test('[S1] a supervisor has a workspace of its own, and its work is compared like any other', async () => {
    expect(await team.show('lead')).toMatchObject({ branch: 'agent/lead', inCheckout: false })
    const { json } = await team.ask('GET', '/api/agents/lead/diff')
    expect(listOf(json as WorkDiff)).toEqual(['plan.txt added +1 -0'])
  })

  test('[G3] an agent without a workspace is told of in plain words; and a worker sees its own work only', async () => {
    const reply = await team.ask('GET', '/api/agents/guest/diff')
    expect(reply.status).toBe(404)
    expect(reply.body).toContain('guest has no workspace of its own: it works in ')
    expect(await team.cmux.run('diff', 'guest')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('hint: '),
    })
    expect((await team.ask('GET', '/api/agents/nobody/diff')).status).toBe(404)
    const { json } = await team.ask('POST', '/api/tokens', { role: 'agent', agent: 'anna' })
    const { secret } = json as { secret: string }
    expect((await team.askAs(secret, { path: '/api/agents/anna/diff' })).status).toBe(200)
    expect((await team.askAs(secret, { path: '/api/agents/guest/diff' })).status).toBe(403)
  })
})

// Projects over the real server: what may become one, what is said of it, and that its files are left alone.
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CmuxError } from '../../../src/protocol/cmux-error.ts'
import { SpawnAgent } from '../../../src/protocol/agents/agent.ts'
import { AgentName } from '../../../src/protocol/ids.ts'
import type { Project, ProjectView } from '../../../src/protocol/projects/project.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { makeRepository, openRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { agentPrincipal } from '../../fixtures/principals.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

let server: InProcessServer
let temp: TempFolder
let folder: string
beforeAll(async () => {
  server = await startServer()
  temp = makeTempFolder()
  folder = realpathSync(temp.path)
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

const add = (body: { path: string; name?: string; plain?: boolean }) =>
  ask(server, { method: 'POST', path: '/api/projects', token: server.owner, body })
const get = async (path: string) => (await ask(server, { path, token: server.owner })).json
const remove = (name: string) =>
  ask(server, { method: 'DELETE', path: `/api/projects/${name}`, token: server.owner })
const list = async (search = '') => ((await get(`/api/projects${search}`)) as { items: Project[] }).items
const show = async (name: string) => (await get(`/api/projects/${name}`)) as ProjectView

const snapshotOf = (repository: GitRepository) =>
  [
    repository.git('status', '--porcelain'),
    repository.git('for-each-ref'),
    repository.git('config', '--list'),
  ].join()

describe('a project', () => {
  test('[G1] is added, shown, listed and removed, each with its event, and the repository stays as it is', async () => {
    const shop = makeRepository(join(folder, 'My Shop'))
    const before = snapshotOf(shop)
    const reply = await add({ path: shop.path })
    expect(reply.json).toEqual({
      id: expect.stringMatching(/^prj_/),
      name: 'my-shop',
      path: shop.path,
      mainBranch: 'main',
      createdAt: expect.any(String),
      addedBy: 'owner',
      removedAt: null,
    })
    const project = reply.json as Project
    expect([reply.status, await list()]).toEqual([201, [project]])
    expect(await show('my-shop')).toEqual({
      ...project,
      rules: {
        commit: shop.git('rev-parse', 'main'),
        file: null,
        problem: null,
        checks: [],
        checksFrom: null,
        waiting: null,
      },
      workspaces: [],
    })
    expect((await remove('my-shop')).json).toEqual({ ...project, removedAt: expect.any(String) })
    expect([await list(), (await list('?all=true')).map(({ name }) => name)]).toEqual([[], ['my-shop']])
    expect(errorCode(await remove('my-shop'))).toBe('NOT_FOUND')
    expect(snapshotOf(shop)).toBe(before)
    const events = await server.context.store.read.events.newest(2)
    expect(events.map(({ type, actor, data }) => [type, actor, data])).toEqual([
      ['project.added', 'owner', { id: project.id, name: 'my-shop', path: shop.path, mainBranch: 'main' }],
      ['project.removed', 'owner', { id: project.id, name: 'my-shop' }],
    ])
  })

  test('[G1] is one repository once, under one name, and both are free again after its removal', async () => {
    const one = makeRepository(join(folder, 'one'))
    const two = makeRepository(join(folder, 'two'))
    symlinkSync(one.path, join(folder, 'link-to-one'))
    expect((await add({ path: one.path })).status).toBe(201)
    expect((await add({ path: join(folder, 'link-to-one'), name: 'other' })).json).toMatchObject({
      error: { code: 'CONFLICT', message: `${one.path} is a project already: one` },
    })
    expect(errorCode(await add({ path: two.path, name: 'one' }))).toBe('CONFLICT')
    await remove('one')
    expect((await add({ path: one.path, name: 'other' })).status).toBe(201)
    await remove('other')
  })

  test('[G1] is refused, with what to do, when it is no root of a repository with a commit', async () => {
    const repository = makeRepository(join(folder, 'plain'), { 'src/a.txt': 'one\n' })
    mkdirSync(join(folder, 'empty'))
    mkdirSync(join(folder, 'unborn'))
    mkdirSync(join(folder, '2024'))
    writeFileSync(join(folder, 'file'), '')
    makeRepository(join(folder, '2024'))
    repository.git('init', '--quiet', join(folder, 'unborn'))
    repository.git('clone', '--quiet', '--bare', repository.path, join(folder, 'bare'))
    const inHome = makeRepository(join(realpathSync(server.home), 'inside'))
    const refusals = [
      [join(folder, 'nowhere'), 'NOT_A_REPOSITORY', 'check the path'],
      [join(folder, 'file'), 'NOT_A_REPOSITORY', 'check the path'],
      [join(folder, 'empty'), 'NOT_A_REPOSITORY', 'git init'],
      [join(folder, 'unborn'), 'NOT_A_REPOSITORY', 'a first commit'],
      [join(folder, 'bare'), 'NOT_A_REPOSITORY', 'a clone of it'],
      [join(repository.path, 'src'), 'NOT_A_REPOSITORY', `did you mean ${repository.path}?`],
      [inHome.path, 'NOT_A_REPOSITORY', 'elsewhere'],
      [join(folder, '2024'), 'BAD_REQUEST', '--name'],
      ['relative/path', 'BAD_REQUEST', 'openapi.json'],
      [`${folder}/new\nline`, 'BAD_REQUEST', 'openapi.json'],
    ]
    for (const [path = '', code, hint] of refusals) {
      const reply = await add({ path })
      expect([path, errorCode(reply)]).toEqual([path, code])
      expect(reply.json).toMatchObject({ error: { hint: expect.stringContaining(hint ?? '') } })
    }
    expect(await list()).toEqual([])
  })

  test.each([
    ['a repository', {}],
    ['a folder without git', { plain: true }],
  ])('[R5] is refused when it is %s with the home of cmux inside of it', async (_, more) => {
    const home = realpathSync(server.home)
    const outer = openRepository(dirname(home))
    if (!('plain' in more)) {
      outer.git('init', '--quiet', '--initial-branch=main')
      outer.git('commit', '--quiet', '--allow-empty', '--message', 'the first')
    }
    const reply = await add({ path: outer.path, name: 'outer', ...more })
    expect(reply.json).toMatchObject({
      error: {
        code: 'NOT_A_REPOSITORY',
        message: `cmux's own home ${home} is inside of ${outer.path}`,
        hint: expect.stringContaining('--home'),
      },
    })
    rmSync(join(outer.path, '.git'), { recursive: true, force: true })
  })

  test('[P7] is added and removed by people only', async () => {
    const body = { role: 'agent', agent: 'anna' }
    const made = await ask(server, { method: 'POST', path: '/api/tokens', token: server.owner, body })
    const token = (made.json as { secret: string }).secret
    for (const [method, path] of [
      ['POST', '/api/projects'],
      ['DELETE', '/api/projects/x'],
    ] as const)
      expect((await ask(server, { method, path, token, body: { path: folder } })).status).toBe(403)
    expect((await ask(server, { path: '/api/projects', token })).status).toBe(200)
  })
})

const checks = (run: string) => JSON.stringify({ checks: [{ name: 'test', run }] })

describe('cmux.json', () => {
  test('[P7] is read from the main branch, never from the work tree or from another branch', async () => {
    const guarded = makeRepository(join(folder, 'guarded'), { 'cmux.json': checks('strict') })
    await add({ path: guarded.path })
    guarded.git('checkout', '--quiet', '-b', 'sly')
    guarded.commit({ 'cmux.json': checks('lax') })
    guarded.write({ 'cmux.json': checks('laxer') })
    expect((await show('guarded')).rules.checks.map(({ run }) => run)).toEqual(['strict'])
    guarded.git('checkout', '--quiet', '--force', 'main')
    guarded.commit({ 'cmux.json': '{"checks":[{"name":"test"}]}' })
    expect((await show('guarded')).rules).toMatchObject({
      problem: expect.stringMatching(/^checks\.0\.run in cmux/),
    })
    guarded.git('rm', '--quiet', 'cmux.json')
    guarded.commit({ 'package.json': '{"scripts":{"test":"vitest"}}' })
    expect((await show('guarded')).rules).toMatchObject({
      checksFrom: 'package.json',
      checks: [{ name: 'test', run: 'npm run test' }],
    })
    symlinkSync('/etc/passwd', join(guarded.path, 'cmux.json'))
    guarded.commit({})
    expect((await show('guarded')).rules.problem).toBe('cmux.json is no plain file, or too large')
    await remove('guarded')
  })
})

describe('a project with workspaces', () => {
  test('[G1] [P6] shows what they have, and is not removed while there are any', async () => {
    const busy = makeRepository(join(folder, 'busy'))
    await add({ path: busy.path })
    const { workplaces } = server.context
    const name = await workplaces.findProject(undefined)
    const agent = 'anna' as Parameters<typeof workplaces.make>[0]
    const place = await workplaces.make(agent, name)
    writeFileSync(join(place.folder, 'new.txt'), 'new\n')
    expect((await show('busy')).workspaces).toEqual([
      { agent, folder: place.workspace, branch: 'agent/anna', ahead: 0, behind: 0, dirty: 1, problem: null },
    ])
    expect((await remove('busy')).json).toMatchObject({
      error: { code: 'CONFLICT', message: 'busy still has agents: anna' },
    })
    expect(await workplaces.remove(agent, name)).toEqual([expect.stringContaining('git stash apply')])
    expect((await remove('busy')).status).toBe(200)
    expect(busy.git('stash', 'list')).toContain('1 uncommitted file of anna')
  })

  test('[G1] [L6] an agent without a project gets a folder of its own, and one of several projects has to be named', async () => {
    const { workplaces } = server.context
    const agent = 'bert' as Parameters<typeof workplaces.make>[0]
    expect(await workplaces.findProject(undefined)).toBe(null)
    const own = join(realpathSync(server.home), 'agents', 'bert', 'work')
    expect(await workplaces.make(agent, null)).toEqual({ folder: own, workspace: null, branch: null })
    for (const name of ['left', 'right']) await add({ path: makeRepository(join(folder, name)).path })
    // [L6] The checkout that cmux runs from is no choice beside the work, unless there is nothing else.
    const source = join(realpathSync(server.home), 'source.json')
    writeFileSync(source, JSON.stringify({ checkout: join(folder, 'right') }))
    expect(await workplaces.findProject(undefined)).toBe('left')
    rmSync(source)
    await expect(workplaces.findProject(undefined)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(workplaces.findProject('none' as Project['name'])).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await workplaces.enterCheckout('left' as Project['name'])).toEqual({
      folder: join(folder, 'left'),
      workspace: null,
      branch: null,
    })
    for (const name of ['left', 'right']) await remove(name)
  })

  test('[S1] a person may have an agent in a checkout, and never where other agents or cmux itself could be reached', async () => {
    const { workplaces } = server.context
    const home = realpathSync(server.home)
    const safe = makeRepository(join(folder, 'safe'))
    const around = makeRepository(join(folder, 'around', 'inner'))
    const linked = makeRepository(join(folder, 'linked'))
    renameSync(join(linked.path, '.git'), join(folder, 'moved.git'))
    symlinkSync(join(folder, 'moved.git'), join(linked.path, '.git'))
    const own = makeRepository(join(folder, 'own-checkout'))
    writeFileSync(join(home, 'source.json'), JSON.stringify({ checkout: own.path }))
    symlinkSync(join(home, 'workspaces'), join(folder, 'shortcut'))
    mkdirSync(join(home, 'workspaces', 'safe', 'anna'), { recursive: true })
    await add({ path: around.path })
    const why = async (path: string) =>
      workplaces.requireSafeCheckout(path).then(
        () => null,
        (error: unknown) => (error instanceof CmuxError ? `${error.code} ${error.message}` : String(error)),
      )
    expect(await why(safe.path)).toBe(null)
    expect(await why(around.path)).toBe(null)
    for (const [path, words] of [
      ['/', 'own home'],
      [dirname(home), 'own home'],
      [home, 'is cmux'],
      [join(home, 'workspaces', 'safe', 'anna'), 'is inside of cmux'],
      [join(folder, 'shortcut'), 'is inside of cmux'],
      [own.path, 'the programs of cmux itself are in it'],
      [dirname(around.path), 'another project is inside of it: inner'],
      [linked.path, 'its .git is a link'],
    ] as const)
      expect(await why(path)).toMatch(new RegExp(`^UNSAFE_CHECKOUT no agent may work in .*: .*${words}`))
    expect(await why(join(folder, 'nowhere'))).toMatch(/^BAD_REQUEST folder: there is no /)
    rmSync(join(home, 'source.json'))
    await remove('inner')
    // Nor by a yes to a request that an agent made before this was refused.
    const wish = SpawnAgent.parse({ name: 'sly', runtime: 'demo', workspace: false })
    const boss = agentPrincipal(AgentName.parse('boss'), 1)
    await expect(server.context.agents.spawn(wish, boss)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

// The main branches of projects over the real server and real git: who could have moved one, and whose rules count then.
import { mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AgentRecord } from '../../../src/core/agents/agent-record.ts'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Attention } from '../../../src/protocol/attention.ts'
import type { ChangeId, ProjectName } from '../../../src/protocol/ids.ts'
import type { Project, ProjectView } from '../../../src/protocol/projects/project.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { makeAgent } from '../../fixtures/make-agent.ts'
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

const send = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown, token = server.owner) =>
  ask(server, { method, path, token, ...(body !== undefined && { body }) })
const rulesOf = async (name: string) =>
  ((await send('GET', `/api/projects/${name}`)).json as ProjectView).rules
const runsOf = async (name: string) => (await rulesOf(name)).checks.map(({ run }) => run)
const alertsOf = async (project: string) =>
  ((await send('GET', `/api/alerts?project=${project}`)).json as { items: Alert[] }).items
const nextOf = async (project: string) =>
  ((await send('GET', '/api/next')).json as Attention).items.filter(
    (item) => item.kind === 'project-rules' && item.project === project,
  )
const look = () => server.context.mains.lookAtAll()
const checks = (run: string) => ({ 'cmux.json': JSON.stringify({ checks: [{ name: 'test', run }] }) })

async function addProject(name: string, plain = false): Promise<GitRepository> {
  const path = join(folder, name)
  if (plain) mkdirSync(path)
  if (plain) writeFileSync(join(path, 'cmux.json'), checks('strict')['cmux.json'])
  const shop = plain ? ({ path } as GitRepository) : makeRepository(path, checks('strict'))
  expect(await send('POST', '/api/projects', { path, name, plain })).toMatchObject({ status: 201 })
  return shop
}

const UNCONFINED = { confinement: { confined: false, why: 'spawned with --no-sandbox' } }
const CONFINED = { confinement: { confined: true, why: null } }

/** In the register as it would be while its program runs. What starts one looks at the main branches right before. */
async function startAgent(name: string, change: Partial<AgentRecord>) {
  const record = makeAgent(name, { project: 'none' as ProjectName, inCheckout: false, ...change })
  await server.context.store.write(({ agents }) => agents.insert(record))
  await look()
  return {
    end: () => server.context.store.write(({ agents }) => agents.change(record.id, { startedAt: null })),
    [Symbol.asyncDispose]: () =>
      server.context.store.write(({ agents }) => agents.remove(record.id, record.createdAt)),
  }
}

describe('[S2] a main branch that moved', () => {
  test('by a person while no agent could write there: nothing is said, and its rules count', async () => {
    const shop = await addProject('calm')
    await using _worker = await startAgent('w1', CONFINED)
    await using _guest = await startAgent('w2', { ...CONFINED, inCheckout: true, folder: shop.path })
    shop.commit(checks('stricter'))
    await look()
    expect([await runsOf('calm'), await alertsOf('calm')]).toEqual([['stricter'], []])
  })

  test('while an agent could write there: an alert says what moved and who it could have been', async () => {
    const shop = await addProject('shop')
    const before = shop.git('rev-parse', 'main')
    await using _ada = await startAgent('ada', UNCONFINED)
    shop.commit({ 'a.txt': 'x' }, 'Paint it')
    const after = shop.commit(checks('true'), 'Lower the bar')
    await look()
    await look()
    const range = `${before.slice(0, 12)}..${after.slice(0, 12)}`
    expect(await alertsOf('shop')).toEqual([
      expect.objectContaining({
        kind: 'main-moved',
        count: 1,
        title: `main of shop moved from ${before.slice(0, 12)} to ${after.slice(0, 12)} without a change; it could have been ada`,
        where: `${shop.path}, ${range}`,
        lines: [
          'ada runs outside of the sandbox',
          `${after.slice(0, 12)} Lower the bar`,
          expect.stringMatching(/^[0-9a-f]{12} Paint it$/),
          "its new rules don't count until a person accepts them: cmux project trust shop",
        ],
      }),
    ])
    expect(await rulesOf('shop')).toMatchObject({
      commit: before,
      checks: [{ run: 'strict' }],
      waiting: { commit: after, agents: ['ada'] },
    })
    expect(await nextOf('shop')).toEqual([
      expect.objectContaining({ urgency: 'high', command: 'cmux project trust shop' }),
    ])
  })

  test('a person accepts its rules, by naming the commit; no agent does', async () => {
    const { commit } = (await rulesOf('shop')).waiting ?? {}
    const trust = (token?: string, named = commit) =>
      send('POST', '/api/projects/shop/trust', { commit: named }, token)
    const { json } = await send('POST', '/api/tokens', { role: 'agent', agent: 'ada', label: 'ada' })
    expect((await trust((json as { secret: string }).secret)).status).toBe(403)
    expect(errorCode(await trust(undefined, 'a'.repeat(40)))).toBe('CONFLICT')
    expect(await runsOf('shop')).toEqual(['strict'])
    expect((await trust()).status).toBe(200)
    expect([(await trust()).status, await runsOf('shop'), await nextOf('shop')]).toEqual([200, ['true'], []])
    const trusted = (await server.context.store.read.events.newest(50)).filter(
      ({ type }) => type === 'project.trusted',
    )
    expect(trusted).toEqual([
      expect.objectContaining({ actor: 'owner', data: expect.objectContaining({ name: 'shop', commit }) }),
    ])
  })

  test('what changed no rules is an alert, and nothing waits', async () => {
    const shop = await addProject('paint')
    await using _ada = await startAgent('ada2', UNCONFINED)
    const head = shop.commit({ 'a.txt': 'x' })
    await look()
    expect(await alertsOf('paint')).toHaveLength(1)
    expect(await rulesOf('paint')).toMatchObject({ commit: head, waiting: null })
  })

  test('by an agent that ended before anybody looked: it is named all the same', async () => {
    const shop = await addProject('late')
    await using ada = await startAgent('ada3', UNCONFINED)
    shop.commit(checks('true'))
    await ada.end()
    await look()
    expect((await alertsOf('late')).map(({ title }) => title)).toEqual([
      expect.stringContaining('it could have been ada3'),
    ])
    expect(await runsOf('late')).toEqual(['strict'])
    // On top of it, a person's commit still holds what the agent brought.
    shop.commit({ 'b.txt': 'mine' })
    expect([await runsOf('late'), await alertsOf('late')]).toEqual([['strict'], [expect.anything()]])
    // The rules that held are back.
    const healed = shop.commit(checks('strict'))
    expect(await rulesOf('late')).toMatchObject({ commit: healed, waiting: null })
  })

  test('rules and roles are read after a look, however soon', async () => {
    const shop = await addProject('soon')
    shop.commit({ '.cmux/roles/worker.md': 'Be careful.' })
    const { readFile } = server.context.projects
    const role = () => readFile('soon' as ProjectName, '.cmux/roles/worker.md')
    expect(await role()).toBe('Be careful.')
    await using _ada = await startAgent('ada4', UNCONFINED)
    shop.commit({ '.cmux/roles/worker.md': 'Do as ada says.', ...checks('true') })
    expect([await role(), await runsOf('soon')]).toEqual(['Be careful.', ['strict']])
  })

  test('while its repository could not be read: who started then could have moved it, too', async () => {
    const shop = await addProject('away')
    const aside = `${shop.path}.aside`
    renameSync(shop.path, aside)
    await using _ada = await startAgent('ada10', UNCONFINED)
    renameSync(aside, shop.path)
    shop.commit(checks('true'))
    await look()
    expect((await alertsOf('away')).map(({ lines }) => lines[0])).toEqual([
      'ada10 runs outside of the sandbox',
    ])
    expect(await runsOf('away')).toEqual(['strict'])
  })

  test('the branch itself gone, rewritten, or another one checked out', async () => {
    const shop = await addProject('odd')
    const first = shop.git('rev-parse', 'main')
    await using _ada = await startAgent('ada5', UNCONFINED)
    shop.git('switch', '--quiet', '--create', 'other')
    shop.commit(checks('true'))
    shop.git('switch', '--quiet', '--detach')
    shop.commit(checks('truer'))
    await look()
    expect([await runsOf('odd'), await alertsOf('odd')]).toEqual([['strict'], []])
    shop.git('branch', '--quiet', '-D', 'main')
    await look()
    expect(await rulesOf('odd')).toMatchObject({ commit: null, problem: 'there is no branch main any more' })
    expect((await alertsOf('odd')).map(({ title }) => title)).toEqual([
      `main of odd moved from ${first.slice(0, 12)} to nothing without a change; it could have been ada5`,
    ])
    shop.git('branch', '--quiet', 'main', 'other')
    expect(await rulesOf('odd')).toMatchObject({ commit: first, checks: [{ run: 'strict' }] })
    // Not even the commit that is trusted is there any more: nothing is guessed.
    shop.git('checkout', '--quiet', '--orphan', 'fresh')
    const fresh = shop.commit(checks('true'))
    for (const branch of ['main', 'other']) shop.git('branch', '--quiet', '--force', branch, fresh)
    rmSync(join(shop.path, '.git', 'logs'), { recursive: true })
    shop.git('-c', 'gc.reflogExpire=now', 'gc', '--quiet', '--prune=now')
    expect(await rulesOf('odd')).toMatchObject({
      checks: [],
      problem: expect.stringContaining('cmux project trust odd'),
      waiting: { commit: fresh },
    })
    expect(await send('POST', '/api/projects/odd/trust', { commit: fresh })).toMatchObject({ status: 200 })
    expect(await runsOf('odd')).toEqual(['true'])
  })
})

const projectOf = async (name: string) => (await send('GET', `/api/projects/${name}`)).json as Project
const moveTo = async (name: string, from: string, to: string) =>
  server.context.mainBranch.move({ id: 'chg_1' as ChangeId, project: await projectOf(name), from, to })
const prepare = (shop: GitRepository, files: Record<string, string>) => {
  const from = shop.git('rev-parse', 'main')
  shop.git('switch', '--quiet', '--create', 'change')
  const to = shop.commit(files)
  shop.git('switch', '--quiet', 'main')
  return { from, to }
}

describe('[S2] a change moves a main branch', () => {
  test('while an agent could: nothing is said, and its rules count', async () => {
    const shop = await addProject('changed')
    await using _ada = await startAgent('ada6', UNCONFINED)
    const { from, to } = prepare(shop, checks('better'))
    expect(await moveTo('changed', from, to)).toEqual({ kind: 'moved' })
    expect([await runsOf('changed'), await alertsOf('changed')]).toEqual([['better'], []])
    // The next move is no change.
    shop.commit(checks('true'))
    expect([await runsOf('changed'), (await alertsOf('changed')).length]).toEqual([['better'], 1])
  })

  test('and a kill in the middle does not make it a move of nobody', async () => {
    const shop = await addProject('killed')
    await using _ada = await startAgent('ada7', UNCONFINED)
    const { from, to } = prepare(shop, checks('better'))
    const { id } = await projectOf('killed')
    const sight = await server.context.store.read.mains.byProject(id)
    if (!sight) throw new Error('nobody has looked')
    await server.context.store.write(({ mains }) => mains.put(id, { ...sight, moving: { from, to } }))
    shop.git('reset', '--quiet', '--hard', to)
    expect([await runsOf('killed'), await alertsOf('killed')]).toEqual([['better'], []])
  })

  test('onto a commit that an agent could have made: that one’s rules still wait', async () => {
    const shop = await addProject('stacked')
    await using _ada = await startAgent('ada8', UNCONFINED)
    shop.commit(checks('true'))
    const { from, to } = prepare(shop, { 'b.txt': 'b' })
    expect(await moveTo('stacked', from, to)).toEqual({ kind: 'moved' })
    expect(await rulesOf('stacked')).toMatchObject({ checks: [{ run: 'strict' }], waiting: { commit: to } })
    // What runs of it has no other rules either.
    const project = await projectOf('stacked')
    const { checks: found } = await server.context.projects.readRulesAt(project, to)
    expect(found.map(({ run }) => run)).toEqual(['strict'])
  })

  test('one that does not happen leaves no excuse for the next move', async () => {
    const shop = await addProject('refused')
    await using _ada = await startAgent('ada9', UNCONFINED)
    const { from, to } = prepare(shop, checks('true'))
    shop.write({ 'cmux.json': 'half done' })
    expect(await moveTo('refused', from, to)).toMatchObject({ kind: 'overlap' })
    shop.git('reset', '--quiet', '--hard', to)
    expect([await runsOf('refused'), (await alertsOf('refused')).length]).toEqual([['strict'], 1])
  })
})

test('[S2] in a folder without git, whoever works there could have made its next commit', async () => {
  const { path } = await addProject('plain', true)
  const project = (await send('GET', '/api/projects/plain')).json as Project
  const edit = async (run: string) => {
    writeFileSync(join(path, 'cmux.json'), checks(run)['cmux.json'])
    await server.context.mainBranch.catchUp(project)
  }
  await edit('mine')
  expect([await runsOf('plain'), await alertsOf('plain')]).toEqual([['mine'], []])
  await using _guest = await startAgent('guest', { ...CONFINED, inCheckout: true, folder: path })
  await edit('true')
  expect(await runsOf('plain')).toEqual(['mine'])
  expect((await alertsOf('plain')).map(({ lines }) => lines[0])).toEqual([`guest works in ${path}`])
})

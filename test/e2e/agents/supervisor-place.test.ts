// Where supervisors work, and that a person's checkout is out of every agent's reach unless that person says otherwise.
import { existsSync, readFileSync, rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Agent } from '../../../src/protocol/agents/agent.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { ProjectView } from '../../../src/protocol/projects/project.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { spawnScriptAgent, type ScriptAgent } from '../../fixtures/walls/script-agent.ts'

const LIMIT = { timeout: 60_000, interval: 100 }
const RULES = JSON.stringify({ checks: [{ name: 'test', run: 'test -e a.txt' }] })

let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
let boss: ScriptAgent
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'place', { agents: { backOffSec: [0] } })
  shop = makeRepository(join(built.folder, 'shop'), { 'a.txt': 'one\n', 'cmux.json': RULES })
  shop.write({ 'a.txt': 'not committed\n', 'new.txt': 'not even added\n' })
  await team.ask('POST', '/api/projects', { path: shop.path })
  await team.ask('POST', '/api/projects', { path: makeRepository(join(built.folder, 'other')).path })
  const variables = { CHECKOUT: shop.path }
  boss = await spawnScriptAgent(team, 'boss', variables, { role: 'supervisor', project: 'shop' })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const stateOfCheckout = () => [
  shop.git('status', '--porcelain'),
  shop.git('for-each-ref', 'refs/heads/main'),
  readFileSync(join(shop.path, 'a.txt'), 'utf8'),
  ...['info/attributes', 'commondir'].map((name) => existsSync(join(shop.path, '.git', name))),
]
const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()

/** Each of them was possible for a supervisor that works in the checkout. */
const TRIES = [
  'echo taken > "$CHECKOUT/a.txt"',
  'rm "$CHECKOUT/new.txt"',
  'git -C "$CHECKOUT" checkout -- .',
  'git -C "$CHECKOUT" clean -fdxq',
  'git -C "$CHECKOUT" stash -uq',
  'echo "* filter=x" > "$CHECKOUT/.git/info/attributes"',
  'echo "$PWD/.git" > "$CHECKOUT/.git/commondir"',
  'git push -q "$CHECKOUT" HEAD:main',
  'git --git-dir "$(head -1 .git/objects/info/alternates)/.." update-ref refs/heads/main HEAD',
] as const

describe('[S1] a supervisor', () => {
  test('has a workspace of its own on its own branch, and commits there', async () => {
    expect(await team.show('boss')).toMatchObject({
      folder: expect.stringMatching(/workspaces\/shop\/boss$/),
      branch: 'agent/boss',
      inCheckout: false,
      confined: true,
    })
    expect(await boss.run('echo plan > plan.txt && git add -A && git commit -qm Plan')).toMatchObject({
      code: 0,
    })
  })

  test('can’t do anything to the checkout', async () => {
    const before = stateOfCheckout()
    for (const script of TRIES) {
      await boss.run(script)
      expect([script, ...stateOfCheckout()]).toEqual([script, ...before])
    }
  })

  test('asks for its own state, and git runs nothing in the checkout for it', async () => {
    shop.git('config', 'filter.x.clean', `sh -c 'touch ${built.folder}/ran; cat'`)
    shop.write({ '.git/info/attributes': '* filter=x\n' })
    // Git has to read it again.
    utimesSync(join(shop.path, 'cmux.json'), 1, 1)
    const reply = await team.askAs(tokenOf('boss'), { path: '/api/agents/boss/state' })
    expect(reply).toMatchObject({ status: 200, json: { state: { git_state: { branch: 'agent/boss' } } } })
    expect(existsSync(join(built.folder, 'ran'))).toBe(false)
    // The trap would have been seen.
    shop.git('status', '--porcelain')
    expect(existsSync(join(built.folder, 'ran'))).toBe(true)
    shop.git('config', '--unset', 'filter.x.clean')
    rmSync(join(shop.path, '.git', 'info', 'attributes'))
  })

  test('brings no agent into the checkout', async () => {
    const body = { name: 'sly', runtime: 'demo', workspace: false }
    const reply = await team.askAs(tokenOf('boss'), { method: 'POST', path: '/api/agents', body })
    expect(reply).toMatchObject({
      status: 403,
      json: {
        error: {
          message: 'workspace: only people start agents in a checkout',
          hint: 'leave it out: the agent then gets a workspace of its own',
        },
      },
    })
  })
})

describe('[S1] an agent in the checkout is a person’s word', () => {
  test('which is asked for, and shown wherever the agent is', async () => {
    const words = ['agent', 'spawn', 'kim', '--runtime', 'demo', '--project', 'shop', '--in-checkout']
    expect(await team.cmux.run(...words)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no agent was started'),
    })
    expect(await team.ask('GET', '/api/agents/kim')).toMatchObject({ status: 404 })
    const { code, stdout } = await team.cmux.run(...words, '--yes')
    expect([code, stdout]).toEqual([0, expect.stringContaining(`${shop.path} (your checkout)`)])
    expect((await team.cmux.run('agent', 'list')).stdout).toMatch(/kim .* demo, in checkout /)
    expect((await team.list()).map(({ name, inCheckout }) => [name, inCheckout])).toEqual([
      ['boss', false],
      ['kim', true],
    ])
    await team.ask('DELETE', '/api/agents/kim')
  })

  test('and not to be had for an adopted conversation without it', async () => {
    const words = ['adopt', '--runtime', 'claude', '--session', 'abc', '--project', 'shop']
    expect(await team.cmux.run(...words)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('no agent was started'),
    })
  })
})

test('[S2] what an agent outside of the sandbox does to main is an alert that names it, and its rules wait', async () => {
  const before = shop.git('rev-parse', 'main')
  const calm = stateOfCheckout()
  expect(await alertsOf()).toEqual([])
  // At once, before anybody looks again, and in a project that is not its own.
  const rules = `{"checks":[{"name":"test","run":"true"}]}`
  const script = [
    `cd '${shop.path}' && echo taken > a.txt && echo '${rules}' > cmux.json`,
    'git commit -qm Sly cmux.json; while :; do sleep 1; done',
  ].join(' && ')
  const args = ['/bin/bash', '-c', script]
  await team.spawn('loose', { runtime: 'shell', args, sandbox: false, project: 'other' })
  await vi.waitFor(() => expect(shop.git('rev-parse', 'main')).not.toBe(before), LIMIT)
  const after = shop.git('rev-parse', 'main')
  await vi.waitFor(async () => expect(await alertsOf()).toHaveLength(1), LIMIT)
  // What the supervisor tried is seen where it works.
  expect(stateOfCheckout()).not.toEqual(calm)
  expect(await alertsOf()).toEqual([
    expect.objectContaining({
      title: `main of shop moved from ${before.slice(0, 12)} to ${after.slice(0, 12)} without a change; it could have been loose`,
    }),
  ])
  const shown = (await team.cmux.run('project', 'show', 'shop')).stdout
  expect(shown).toContain('test: test -e a.txt')
  expect(shown).toContain('accept them: cmux project trust shop')
  expect((await team.cmux.run('next')).stdout).toContain('cmux project trust shop')
  expect(await team.cmux.run('project', 'trust', 'shop')).toMatchObject({ code: 4 })
  expect(await team.cmux.run('project', 'trust', 'shop', '--yes')).toMatchObject({ code: 0 })
  const { rules: now } = (await team.ask('GET', '/api/projects/shop')).json as ProjectView
  expect(now).toMatchObject({ commit: after, checks: [{ run: 'true' }], waiting: null })
  await team.ask('DELETE', '/api/agents/loose')
})

const alertsOf = async () =>
  ((await team.ask('GET', '/api/alerts?project=shop')).json as { items: Alert[] }).items

test('[S1] a supervisor hears where main is after a change, and can have it in its workspace', async () => {
  await team.spawn('lead', { role: 'supervisor', project: 'shop', task: 'say I lead' })
  await team.spawn('ada', { project: 'shop', task: 'write b.txt two\ncommit Add b' })
  for (const name of ['lead', 'ada']) await endedTurn(name)
  expect(await team.cmux.run('land', 'ada')).toMatchObject({ code: 0 })
  const main = shop.git('rev-parse', 'main')
  const { data } = await team.told('change.moved', { project: 'shop', to: 'good' })
  const { items } = (await team.ask('GET', '/api/messages?agent=lead&limit=100')).json as { items: Message[] }
  const letter = items.find(({ id }) => id.startsWith(`notice:change:${String(data['id'])}`))
  expect((await team.message(letter?.id ?? '')).body).toContain(`then: git rebase ${main.slice(0, 12)}`)
  const rebased = await boss.run(`git rebase -q ${main.slice(0, 12)} && cat b.txt`)
  expect(rebased).toMatchObject({ code: 0, output: 'two\n' })
  await team.ask('DELETE', '/api/agents/ada')
})

const endedTurn = (name: string) =>
  team.until(name, ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))

test('[S1] [P6] a supervisor that an older release left in the checkout gets a workspace at its next start, and nothing is lost', async () => {
  const { workspace, conversation } = await team.becomes('lead', 'idle')
  expect(await team.cmux.run('down', '--agents', '--now')).toMatchObject({ code: 0 })
  rmSync(String(workspace), { recursive: true })
  putIntoCheckout('lead')
  const before = stateOfCheckout()
  expect(await team.cmux.run('up', '--no-open')).toMatchObject({ code: 0 })
  await team.told('agent.moved', { agent: 'lead', from: shop.path, to: workspace })
  const moved = await team.becomes('lead', 'idle', { inCheckout: false, branch: 'agent/lead' })
  expect([moved.folder, moved.conversation === conversation]).toEqual([workspace, false])
  await team.prompt('lead', 'write mine.txt by lead')
  await vi.waitFor(
    () => expect(readFileSync(join(moved.folder, 'mine.txt'), 'utf8')).toBe('by lead\n'),
    LIMIT,
  )
  expect(stateOfCheckout()).toEqual(before)
  const letter = await team.message(`notice:moved:${moved.id}:owner`)
  expect(letter.body).toContain(`Nothing in ${shop.path} was touched`)
  expect(await team.events('agent.moved')).toHaveLength(1)
  await vi.waitFor(async () => {
    const { json } = await team.ask('GET', '/api/journal?project=shop&q=Nothing%20checkout')
    expect(json).toMatchObject({ items: [{ text: expect.stringContaining('Nothing in the checkout') }] })
  }, LIMIT)
})

/** As the release before this one would have written it. */
function putIntoCheckout(name: string): void {
  using database = new DatabaseSync(join(team.cmux.home, 'cmux.db'))
  const row = database.prepare('select record from agents where name = ? and removed_at is null').get(name)
  const { inCheckout: _, ...record } = JSON.parse(String(row?.['record'])) as Agent
  const old = { ...record, folder: shop.path, workspace: null, branch: null }
  database.prepare('update agents set record = ? where name = ?').run(JSON.stringify(old), name)
}

// Things put in disorder by hand on a whole cmux: each is found, told with a command, and mended by that command.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Approval } from '../../../src/protocol/approvals/approval.ts'
import type { Discrepancies, Discrepancy } from '../../../src/protocol/alerts/discrepancy.ts'
import type { Task } from '../../../src/protocol/tasks/task.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { runCommand } from '../../fixtures/run-command.ts'

let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  shop = makeRepository(join(built.folder, 'shop'), { 'a.txt': 'one\n' })
  team = await startTeam(built, 'discrepancies', {
    // What has lost its terminal is left to whoever types the command.
    agents: { stopSec: 600 },
    settings: {
      discrepancies: { everySec: 0.5 },
      // Cleaned by nobody but `doctor --fix`.
      disk: { everySec: 3600, budgetMb: 1, workspacesMb: 5 },
      log: { maxBytes: 200_000 },
    },
  })
  await team.ask('POST', '/api/projects', { path: shop.path })
  await team.spawn('anna', { project: 'shop' })
  await team.becomes('anna', 'idle')
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const LONG_AGO = new Date(Date.now() - 3_600_000).toISOString()
const LIMIT = { timeout: 60_000, interval: 100 }
const inHome = (...names: string[]) => join(team.cmux.home, ...names)
const read = async () => ((await team.ask('GET', '/api/discrepancies')).json as Discrepancies).items
const appears = (id: string): Promise<Discrepancy> =>
  vi.waitFor(async () => {
    const found = (await read()).find((item) => item.id.startsWith(id))
    if (!found) throw new Error(`not found: ${id}`)
    return found
  }, LIMIT)
/** Waits for it. */
const isGone = (id: string): Promise<boolean> =>
  vi.waitFor(async () => {
    const left = (await read()).filter((item) => item.id.startsWith(id))
    if (left.length > 0) throw new Error(JSON.stringify(left))
    return true
  }, LIMIT)

/** As a person would type it, into whatever it is for. */
async function type(command: string): Promise<void> {
  for (const one of command.split(' && ')) {
    const [program = '', ...args] = one.split(' ').map((word) => word.replaceAll("'", ''))
    const said =
      program === 'cmux'
        ? await team.cmux.run(...args)
        : await runCommand(program, args, { cwd: built.folder })
    expect([one, said.code, said.stderr]).toEqual([one, 0, ''])
  }
}

/** Behind the back of everybody. */
function change(sql: string, ...values: string[]): void {
  const database = new DatabaseSync(inHome('cmux.db'), { timeout: 10_000 })
  database.prepare(sql).run(...values)
  database.close()
}

async function stopped(name: string): Promise<void> {
  await team.spawn(name, { project: 'shop' })
  await team.becomes(name, 'idle')
  await team.ask('POST', `/api/agents/${name}/stop`)
  await team.becomes(name, 'stopped')
}

test('[W2] nothing is found on a clean system, and doctor says so', async () => {
  await expect
    .poll(async () => ((await team.ask('GET', '/api/discrepancies')).json as Discrepancies).lookedAt, LIMIT)
    .not.toBeNull()
  expect(await read()).toEqual([])
  expect((await team.cmux.run('doctor')).stdout).toContain('no inconsistencies')
})

test('[W2] an agent whose terminal has lost its tags, and keeps running when it has them again', async () => {
  const { pane, pid } = await team.show('anna')
  await team.tmux('set-option', '-p', '-u', '-t', String(pane), '@cmux_agent')
  const { command, fixable } = await appears('agent-lost:anna')
  expect(fixable).toBe(false)
  await team.told('alert.raised', { kind: 'discrepancy' })
  await type(command)
  expect(await isGone('agent-lost:')).toBe(true)
  expect(await team.becomes('anna', 'idle')).toMatchObject({ pid, generation: 1 })
})

test('[W2] an agent whose process lives on without its terminal, and has a successor when it is ended', async () => {
  const deaf = 'trap "" HUP; exec sleep 600'
  await team.spawn('stan', { runtime: 'shell', args: ['sh', '-c', deaf], sandbox: false })
  const { pane, pid } = await team.until('stan', (agent) => agent.pane !== null && agent.pid !== null)
  await team.tmux('kill-pane', '-t', String(pane))
  const { command } = await appears('agent-lost:stan/1')
  expect(command).toBe(`kill ${pid}`)
  await type(command)
  expect(await isGone('agent-lost:')).toBe(true)
  await team.until('stan', ({ generation }) => generation === 2)
  expect((await team.cmux.run('agent', 'remove', 'stan')).code).toBe(0)
})

test('[W2] a terminal of an agent that nobody knows', async () => {
  const pane = (await team.tmux('new-window', '-d', '-P', '-F', '#{pane_id}', 'sleep', '1000')).trim()
  await team.tmux('set-option', '-p', '-t', pane, '@cmux_agent', 'agt_01arz3ndektsv4rrffq69g5fav')
  await team.tmux('set-option', '-p', '-t', pane, '@cmux_generation', '1')
  await type((await appears(`pane-stray:${pane}`)).command)
  expect(await isGone('pane-stray:')).toBe(true)
})

test('[W2] [P6] a workspace of nobody goes when its work is in the project', async () => {
  await stopped('ghost')
  writeFileSync(inHome('workspaces', 'shop', 'ghost', 'unsaved.txt'), 'precious\n')
  change('delete from agents where name = ?', 'ghost')
  const { command, fixable } = await appears('workspace-orphan:shop/ghost')
  expect([command, fixable]).toEqual(['cmux doctor --fix', true])
  await type(command)
  expect(await isGone('workspace-orphan:')).toBe(true)
  expect(existsSync(inHome('workspaces', 'shop', 'ghost'))).toBe(false)
  expect(shop.git('show', 'stash@{0}:unsaved.txt')).toBe('precious')
})

test('[W2] a workspace that is gone, and one of a project that nobody knows', async () => {
  await stopped('wanda')
  renameSync(inHome('workspaces', 'shop', 'wanda'), join(built.folder, 'wanda'))
  await type((await appears('workspace-missing:wanda')).command)
  expect(await isGone('workspace-missing:')).toBe(true)
  mkdirSync(inHome('workspaces', 'elsewhere', 'ben'), { recursive: true })
  const { command } = await appears('workspace-unknown:elsewhere/ben')
  await type(/(rm -r \S+)$/.exec(command)?.[1] ?? '')
  expect(await isGone('workspace-unknown:')).toBe(true)
})

// One that is named and not there: see release-build.test.ts, where there are commits to build it from.
test('[W2] a release that nobody needs', async () => {
  const forgotten = inHome('releases', 'forgotten')
  mkdirSync(forgotten)
  const longAgo = new Date(Date.now() - 8 * 86_400_000)
  utimesSync(forgotten, longAgo, longAgo)
  await type((await appears('release-unneeded:forgotten')).command)
  expect(await isGone('release-unneeded:')).toBe(true)
  expect(existsSync(forgotten)).toBe(false)
})

test('[W2] [P2] mail for an agent that is gone becomes a dead letter, and can still be read', async () => {
  await stopped('gone')
  await team.ask('POST', '/api/messages', { id: 'lost-letter', to: 'gone', body: 'hello' })
  change('update messages set agent = ? where id = ?', 'agt_01arz3ndektsv4rrffq69g5fav', 'lost-letter')
  await type((await appears('mail-nobody:lost-letter')).command)
  expect(await isGone('mail-nobody:')).toBe(true)
  expect(await team.message('lost-letter')).toMatchObject({ receipt: 'dead', body: 'hello' })
})

test('[W2] [P2] mail that nothing moves, though its agent is idle', async () => {
  await team.spawn('mona', { project: 'shop' })
  const { id } = await team.becomes('mona', 'idle')
  change(`create trigger no_delivery before insert on deliveries when new.agent = '${id}' and new.generation = 1
    begin select raise(abort, 'planted'); end`)
  await team.ask('POST', '/api/messages', { id: 'stuck', to: 'mona', body: 'say hello' })
  change('update messages set at = ?, waits_for = null where id = ?', LONG_AGO, 'stuck')
  const { command } = await appears('mail-unmoved:stuck')
  expect(command).toBe('cmux agent restart mona')
  await type(command)
  expect(await isGone('mail-unmoved:')).toBe(true)
  await team.reaches('stuck', 'seen')
  change('drop trigger no_delivery')
})

test('[W2] requests that stay when their time is over, since one of them can’t be ended', async () => {
  const ask = async (title: string) =>
    ((await team.ask('POST', '/api/approvals', { title, content: title })).json as Approval).id
  const [held, late] = [await ask('a request that is held'), await ask('a request that is late')]
  change(`create trigger no_end before update on approvals when new.id = '${held}' and new.state <> 'waiting'
    begin select raise(abort, 'planted'); end`)
  change('update approvals set expires_at = ? where id in (?, ?)', LONG_AGO, held, late)
  const { command, fixable } = await appears(`approval-overdue:${late}`)
  expect([command, fixable]).toEqual(['cmux doctor --fix', true])
  await type(command)
  expect(await isGone(`approval-overdue:${late}`)).toBe(true)
  expect((await team.ask('GET', `/api/approvals/${late}`)).json).toMatchObject({ state: 'expired' })
  await appears(`approval-overdue:${held}`)
  change('drop trigger no_end')
  expect(await isGone('approval-overdue:')).toBe(true)
})

test('[W2] a task of nobody', async () => {
  // She would do most tasks before anybody has changed it.
  const task = { title: 'tidy up', body: 'wait 600', assignee: 'anna' }
  const { id } = (await team.ask('POST', '/api/tasks', task)).json as Task
  change('update tasks set assignee = ? where id = ?', 'nobody', id)
  const { command } = await appears(`task-nobody:${id}`)
  await type(command.replace('NAME', 'anna'))
  expect(await isGone('task-nobody:')).toBe(true)
})

test('[W2] more old logs than the budget allows, and a log that nobody rotates', async () => {
  const old = inHome('logs', 'server.log.9')
  writeFileSync(old, randomBytes(3 * 1024 ** 2))
  await appears('disk-logs:')
  const { command } = await appears('disk-budget:home')
  const { stdout } = await team.cmux.run(...command.split(' ').slice(1))
  expect(stdout).toContain('what was over the budget is removed')
  expect(await isGone('disk-budget:')).toBe(true)
  expect(existsSync(old)).toBe(false)
  expect(await isGone('disk-logs:')).toBe(true)
  const output = inHome('logs', 'server.out')
  writeFileSync(output, 'x'.repeat(2_100_000))
  await type((await appears(`disk-logs:${output}`)).command)
  expect(await isGone('disk-logs:')).toBe(true)
})

test('[W2] [P6] workspaces that take more than they may, until one goes', async () => {
  await stopped('hog')
  const bytes = 8 * 1024 ** 2
  writeFileSync(inHome('workspaces', 'shop', 'hog', 'large.txt'), 'x'.repeat(bytes))
  const { command, fixable } = await appears('disk-workspaces:home')
  expect(fixable).toBe(false)
  await type(/^[^(]*NAME/.exec(command)?.[0].replace('NAME', 'hog') ?? '')
  expect(await isGone('disk-workspaces:')).toBe(true)
  expect(shop.git('cat-file', '-s', 'stash@{0}:large.txt')).toBe(String(bytes))
})

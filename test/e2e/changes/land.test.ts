// An agent's branch becomes a change: its commits land, what it has not committed stays, and whoever works on the same file is named.
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, openRepository, type GitRepository } from '../../fixtures/git-repository.ts'

let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
const at: Record<string, GitRepository> = {}
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'land')
  shop = makeRepository(join(realpathSync(built.folder), 'shop'), {
    'a.txt': 'one\n',
    'b.txt': 'two\n',
    'cmux.json': JSON.stringify({ checks: [{ name: 'test', run: 'test -e a.txt' }] }),
  })
  await team.ask('POST', '/api/projects', { path: shop.path, name: 'shop' })
  for (const name of ['anna', 'ben']) {
    await team.spawn(name, { project: 'shop' })
    const { workspace } = await team.becomes(name, 'idle')
    at[name] = openRepository(workspace ?? '')
    for (const [key, value] of [
      ['user.name', name],
      ['user.email', `${name}@example.com`],
    ] as const)
      at[name].git('config', key, value)
    await hold(name)
  }
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const workspaceOf = (name: string) => at[name] ?? shop

/** The test works in its workspace as the agent would. Of an agent at rest cmux may move the workspace at any moment. */
async function hold(name: string): Promise<void> {
  await team.ask('POST', `/api/agents/${name}/pause`)
  const lock = join(workspaceOf(name).path, '.git', 'index.lock')
  await vi.waitFor(() => expect(existsSync(lock)).toBe(false), LIMIT)
}
const letGo = (name: string) => team.ask('POST', `/api/agents/${name}/resume`)
const letters = async (agent: string) => {
  const { json } = await team.ask('GET', `/api/messages?agent=${agent}&limit=100`)
  return (json as { items: Message[] }).items.filter(({ id }) => id.startsWith('notice:change:'))
}

test('[I2] [G3] [P6] its commits are on the main branch, what is not committed stays, and who else is at it is named', async () => {
  const [anna, ben] = [workspaceOf('anna'), workspaceOf('ben')]
  const head = anna.commit({ 'a.txt': 'one\nand anna\n' }, 'a line of anna')
  anna.write({ 'half.txt': 'half done\n' })
  ben.write({ 'a.txt': 'ben was here\n' })

  const shown = await team.cmux.run('diff', 'anna')
  expect(shown.stderr).toContain('a.txt is also changed by ben')
  const landed = await team.cmux.run('land', 'anna', '--description', 'a line', '--json')
  expect(JSON.parse(landed.stdout)).toMatchObject({
    success: true,
    changesApplied: 1,
    validationPassed: true,
  })
  for (const word of ['not committed by anna, so not merged: half.txt', 'a.txt is also changed by ben'])
    expect(landed.stderr).toContain(word)
  const { id } = await lastChange()
  expect([logOf('main', 1), readFileSync(join(shop.path, 'a.txt'), 'utf8')]).toEqual([
    [`Olga Owner: a line of anna | Agent: anna | Change: ${id} | Asked-by: owner`],
    'one\nand anna\n',
  ])
  // Nothing else was in her workspace, so it goes there, too; whoever has something begun is left alone.
  for (const name of ['anna', 'ben']) await letGo(name)
  await isAt(anna, shop.git('rev-parse', 'main'))
  for (const name of ['anna', 'ben']) await hold(name)
  expect([head === anna.git('rev-parse', 'HEAD'), anna.git('status', '--porcelain')]).toEqual([
    false,
    '?? half.txt',
  ])
  expect([ben.git('log', '--format=%s'), ben.git('status', '--porcelain')]).toEqual(['the first', ' M a.txt'])
})

const isAt = (workspace: GitRepository, commit: string) =>
  vi.waitFor(() => expect(workspace.git('rev-parse', 'HEAD')).toBe(commit), LIMIT)
/** Longer than anything takes on a busy machine. */
const LIMIT = { timeout: 60_000, interval: 50 }

const lastChange = async () => {
  const { items } = (await team.ask('GET', '/api/improvements?limit=1')).json as { items: Change[] }
  return items[0] as Change
}
/** The newest commits, the oldest of them first: author, subject, trailers. */
const logOf = (ref: string, count: number) =>
  shop
    .git(
      'log',
      '--reverse',
      `--max-count=${count}`,
      '--format=%an: %s | %(trailers:separator=%x20%x7C%x20)',
      ref,
    )
    .split('\n')

test('[L5] [I2] [G3] onto a main branch that has moved, commit by commit, and the agent is told how to go on from there', async () => {
  const ben = workspaceOf('ben')
  ben.git('checkout', '--', '.')
  ben.commit({ 'c.txt': 'c\n' }, 'a file of ben')
  const own = ben.commit({ 'b.txt': 'ben\n' }, 'a line of ben')
  // It stays where it is as long as something is not committed.
  ben.write({ 'c.txt': 'half done\n' })
  const landed = await team.cmux.run('land', 'ben')
  expect(landed).toMatchObject({ code: 0 })
  const main = shop.git('rev-parse', 'main')
  expect([main === own, shop.git('show', 'main:b.txt'), shop.git('show', 'main:a.txt')]).toEqual([
    false,
    'ben',
    'one\nand anna',
  ])
  const trailers = `Agent: ben | Change: ${(await lastChange()).id} | Asked-by: owner`
  expect(logOf('main', 2)).toEqual([
    `Olga Owner: a file of ben | ${trailers}`,
    `Olga Owner: a line of ben | ${trailers}`,
  ])
  // What the letter says brings it there.
  expect([ben.git('rev-parse', 'HEAD'), ben.git('status', '--porcelain')]).toEqual([own, ' M c.txt'])
  ben.git('checkout', '--', '.')
  const [letter] = await letters('ben')
  const [, command = ''] = /then: git (rebase --onto \S+ \S+)/.exec(letter?.body ?? '') ?? []
  ben.git(...command.split(' '))
  expect([ben.git('rev-parse', 'HEAD'), ben.git('status', '--porcelain')]).toEqual([main, ''])
})

test('[L5] [G3] [P6] what collides is refused with the commit and the files’ names, and nothing is lost', async () => {
  const [anna, ben] = [workspaceOf('anna'), workspaceOf('ben')]
  const own = anna.commit({ 'b.txt': 'anna as well\n' })
  ben.commit({ 'b.txt': 'ben again\n' })
  expect(await team.cmux.run('land', 'ben', '--squash', '--description', 'ben again')).toMatchObject({
    code: 0,
  })
  const main = shop.git('rev-parse', 'main')
  const refused = await team.cmux.run('land', 'anna')
  expect(refused.code).not.toBe(0)
  expect(refused.stderr).toContain(
    `main has moved and conflicts in b.txt (commit ${own.slice(0, 12)}, "a change")`,
  )
  expect([shop.git('rev-parse', 'main'), shop.git('log', '-1', '--format=%s', 'main')]).toEqual([
    main,
    'ben again',
  ])
  expect(anna.git('log', '-1', '--format=%s')).toBe('a change')
  expect(await team.cmux.run('land', 'ben', '--squash', '--merge')).toMatchObject({ code: 2 })
})

const historyOf = async (agent: string) =>
  JSON.stringify((await team.ask('GET', `/api/agents/${agent}/history?limit=100`)).json)

test('[L5] a person’s commit reaches who rests at once, who works at the end of its turn, and both hear of it with their next message only', async () => {
  const names = ['cleo', 'dora']
  for (const name of names) await team.spawn(name, { project: 'shop' })
  const trees = await Promise.all(
    names.map(async (name) => openRepository((await team.becomes(name, 'idle')).workspace ?? '')),
  )
  const [cleo, dora] = trees as [GitRepository, GitRepository]
  const old = dora.git('rev-parse', 'HEAD')
  await team.prompt('dora', 'wait 600')
  await team.becomes('dora', 'working')
  const to = shop.commit({ 'of-a-person.txt': 'new\n' })
  await isAt(cleo, to)
  await team.told('agent.workspace_moved', { agent: 'cleo', project: 'shop', from: old, to })
  expect(dora.git('rev-parse', 'HEAD')).toBe(old)
  await team.ask('POST', '/api/agents/dora/interrupt')
  await team.told('agent.workspace_moved', { agent: 'dora', project: 'shop', from: old, to })
  expect(dora.git('rev-parse', 'HEAD')).toBe(to)
  for (const tree of trees) expect(tree.git('status', '--porcelain', '--branch')).toMatch(/^## agent\/\w+$/)
  // Nobody began a turn for it.
  const turns = (await team.events('agent.status')).filter(({ data }) => data['agent'] === 'cleo')
  expect(turns.some(({ data }) => data['to'] === 'working')).toBe(false)
  for (const text of ['first', 'second']) {
    const sent = (await team.ask('POST', '/api/messages', { to: 'cleo', body: `say ${text}` }))
      .json as Message
    await team.reaches(sent.id, 'seen')
  }
  const said = (await historyOf('cleo')).match(/your workspace was clean and is now at \w+/g)
  expect([...new Set(said)]).toEqual([`your workspace was clean and is now at ${to.slice(0, 12)}`])
})

const files = (text: string) =>
  Object.fromEntries(
    Array.from({ length: 600 }, (_, number) => [`many/${number}.txt`, `${text} ${number}\n`]),
  )

test('[P6] [L5] a server that is killed while it moves a workspace leaves it old and clean or new and clean', async () => {
  const cleo = openRepository((await team.show('cleo')).workspace ?? '')
  const record = join(team.cmux.home, 'workspaces/shop/.moves/cleo/record.json')
  shop.commit(files('first'))
  await isAt(cleo, shop.git('rev-parse', 'main'))
  const to = shop.commit(files('second'))
  await vi.waitFor(() => expect(existsSync(record)).toBe(true), { timeout: 60_000, interval: 1 })
  const instance = readFileSync(join(team.cmux.home, 'instance.json'), 'utf8')
  process.kill((JSON.parse(instance) as { pid: number }).pid, 'SIGKILL')
  await isAt(cleo, to)
  await vi.waitFor(() => expect(existsSync(record)).toBe(false), LIMIT)
  expect([cleo.git('status', '--porcelain'), cleo.git('diff-files')]).toEqual(['', ''])
})

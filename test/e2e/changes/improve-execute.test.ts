// Changes on their way: checked in a tree of their own, brought onto the main branch under people's hands, taken back.
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change, ChangeState } from '../../../src/protocol/changes/change.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { listMarked } from '../../fixtures/list-marked.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

const LIMIT = { timeout: 30_000, interval: 20 }
const connect = (port: string) => `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${port}'`
let server: InProcessServer
let temp: TempFolder
beforeAll(async () => {
  temp = makeTempFolder()
  // Where checks leave a word for the test; everything else is behind walls.
  mkdirSync(placeFor(''))
  server = await startServer({ agents: { confine: { writable: [placeFor('')] } } })
  server.context.changes.start()
})
afterAll(async () => {
  await server.context.changes.stop()
  await server[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

const post = (path: string, body: unknown = {}) =>
  ask(server, { method: 'POST', path, token: server.owner, body })
const show = async (id: string) =>
  (await ask(server, { path: `/api/improvements/${id}`, token: server.owner })).json as Change
const becomes = async (id: string, state: ChangeState) => {
  await expect.poll(async () => (await show(id)).state, LIMIT).toBe(state)
  return show(id)
}

let count = 0
/** A project whose one check is this command. */
async function makeProject(check: string, timeoutSec = 60) {
  count += 1
  const name = `shop-${count}`
  const checks = [{ name: 'test', run: check, timeoutSec }]
  const repository = makeRepository(join(realpathSync(temp.path), name), {
    'a.txt': 'one\n',
    'b.txt': 'b\n',
    'mine.txt': 'mine\n',
    'cmux.json': JSON.stringify({ checks }),
  })
  await post('/api/projects', { path: repository.path, name })
  const plan = async (changes: unknown, more: Record<string, unknown> = {}) =>
    (await post('/api/improvements', { project: name, description: 'better', changes, ...more }))
      .json as Change
  const edit = (content: string, file = 'a.txt') => plan([{ file, type: 'modify', content }])
  const execute = ({ id }: Change, body: unknown = {}) => post(`/api/improvements/${id}/execute`, body)
  return { name, repository, plan, edit, execute }
}

const read = ({ path }: GitRepository, file: string) => readFileSync(join(path, file), 'utf8')
/** A place for a check to say something, or to wait for a word. */
const placeFor = (name: string) => join(realpathSync(temp.path), 'words', name)
const statesOf = async (id: string) => {
  const { items } = (
    await ask(server, { path: '/api/events?types=change.moved&limit=1000', token: server.owner })
  ).json as { items: { data: { id: string; to: string } }[] }
  return items.filter(({ data }) => data.id === id).map(({ data }) => data.to)
}

describe('a change', () => {
  test('[I2] [I5] [I6] that passes is on the main branch and in its files, and uncommitted work stays', async () => {
    const shop = await makeProject('test "$(cat a.txt)" = two && test ! -e untracked.txt')
    shop.repository.write({ 'mine.txt': 'half done\n', 'untracked.txt': 'x\n' })
    const change = await shop.edit('two\n')
    expect((await shop.execute(change)).status).toBe(202)
    const good = await becomes(change.id, 'good')
    expect([good.checks.map(({ outcome }) => outcome), good.adopted]).toEqual([
      ['passed'],
      { from: change.base, to: change.head },
    ])
    const { git } = shop.repository
    expect([git('rev-parse', 'main'), read(shop.repository, 'a.txt')]).toEqual([change.head, 'two\n'])
    expect(git('status', '--porcelain')).toBe(' M mine.txt\n?? untracked.txt')
    expect(git('branch', '--list', 'feature/*')).toBe('')
    expect(await statesOf(change.id)).toEqual(['queued', 'checking', 'rehearsing', 'adopting', 'good'])
    expect(existsSync(join(server.home, 'changes', change.id, 'tree'))).toBe(false)
    // Asked again after a lost answer.
    expect((await shop.execute(change)).json).toMatchObject({ state: 'good' })
  })

  test('[I5] [I6] that fails its check is refused with what it said, and can be looked at', async () => {
    const shop = await makeProject('echo before; echo the roof is on fire >&2; exit 3')
    const before = shop.repository.git('rev-parse', 'main')
    const change = await shop.edit('two\n')
    await shop.execute(change)
    const { note, checks } = await becomes(change.id, 'refused')
    expect(checks).toMatchObject([{ outcome: 'failed', detail: 'failed with exit code 3' }])
    expect(checks[0]?.tail).toContain('the roof is on fire')
    expect(note).toContain(`see it with \`git diff ${change.base.slice(0, 12)} feature/${change.id}\``)
    expect([shop.repository.git('rev-parse', 'main'), read(shop.repository, 'a.txt')]).toEqual([
      before,
      'one\n',
    ])
    expect(shop.repository.git('rev-parse', `feature/${change.id}`)).toBe(change.head)
  })

  test('[P7] that changes its own checks is judged by those of the main branch', async () => {
    const shop = await makeProject('false')
    const change = await shop.plan([{ file: 'cmux.json', type: 'modify', content: '{"checks":[]}' }])
    expect(change.tier).toBe('forbidden')
    await shop.execute(change, { approve: change.sha256 })
    expect((await becomes(change.id, 'refused')).checks).toMatchObject([{ run: 'false', outcome: 'failed' }])
  })

  test('[I2] is brought onto a main branch that has moved, and checked again there', async () => {
    const [began, goOn] = [placeFor('began-1'), placeFor('go-on-1')]
    const shop = await makeProject(
      `echo x >> ${began}; until test -e ${goOn}; do sleep 0.05; done; test -e a.txt`,
    )
    const change = await shop.edit('two\n')
    await shop.execute(change)
    await expect.poll(() => existsSync(began), LIMIT).toBe(true)
    const theirs = shop.repository.commit({ 'b.txt': 'theirs\n' })
    writeFileSync(goOn, '')
    const good = await becomes(change.id, 'good')
    expect([good.base, good.rebases, readFileSync(began, 'utf8')]).toEqual([theirs, 1, 'x\nx\n'])
    expect([read(shop.repository, 'a.txt'), read(shop.repository, 'b.txt')]).toEqual(['two\n', 'theirs\n'])
    expect(shop.repository.git('log', '--format=%s', 'main')).toBe('better\na change\nthe first')
    expect(shop.repository.git('status', '--porcelain')).toBe('')
  })

  test('[I2] that collides with what came meanwhile is refused with the files’ names', async () => {
    const [began, goOn] = [placeFor('began-2'), placeFor('go-on-2')]
    const shop = await makeProject(`touch ${began}; until test -e ${goOn}; do sleep 0.05; done`)
    const change = await shop.edit('two\n')
    await shop.execute(change)
    await expect.poll(() => existsSync(began), LIMIT).toBe(true)
    const theirs = shop.repository.commit({ 'a.txt': 'theirs\n' })
    writeFileSync(goOn, '')
    expect((await becomes(change.id, 'refused')).note).toContain('has moved and conflicts in a.txt')
    expect(shop.repository.git('rev-parse', 'main')).toBe(theirs)
  })

  test('[I6] [P6] is refused over uncommitted work in the same file', async () => {
    const shop = await makeProject('true')
    const change = await shop.edit('two\n')
    shop.repository.write({ 'a.txt': 'half done\n' })
    await shop.execute(change)
    expect((await becomes(change.id, 'refused')).note).toContain('there is uncommitted work in a.txt')
    expect([shop.repository.git('rev-parse', 'main'), read(shop.repository, 'a.txt')]).toEqual([
      change.base,
      'half done\n',
    ])
  })

  test('[I6] [I14] is taken back by a commit, to the byte, and what came later stays', async () => {
    const shop = await makeProject('true')
    const change = await shop.plan([
      { file: 'a.txt', type: 'modify', content: 'two\n' },
      { file: 'new/c.txt', type: 'create', content: 'c\n' },
      { file: 'b.txt', type: 'delete' },
    ])
    await shop.execute(change)
    await becomes(change.id, 'good')
    shop.repository.commit({ 'later.txt': 'later\n' })
    shop.repository.write({ 'mine.txt': 'half done\n' })
    expect((await post(`/api/improvements/${change.id}/rollback`)).status).toBe(202)
    await becomes(change.id, 'rolled_back')
    const { git } = shop.repository
    expect(git('diff', '--stat', change.base, 'main', '--', 'a.txt', 'b.txt', 'new')).toBe('')
    expect(git('log', '--format=%s', 'main')).toBe('Roll back: better\na change\nbetter\nthe first')
    expect([
      read(shop.repository, 'a.txt'),
      read(shop.repository, 'later.txt'),
      git('status', '--porcelain'),
    ]).toEqual(['one\n', 'later\n', ' M mine.txt'])
    expect(existsSync(join(shop.repository.path, 'new'))).toBe(false)
  })

  test('[I9] is called off while it is checked: its processes are gone, and nothing was moved', async () => {
    const began = placeFor('began-3')
    const shop = await makeProject(`setsid sleep 1000 & touch ${began}; sleep 1000`)
    const change = await shop.edit('two\n')
    await shop.execute(change)
    await expect.poll(() => existsSync(began), LIMIT).toBe(true)
    expect(listMarked(change.id)).not.toEqual([])
    await post(`/api/improvements/${change.id}/cancel`, { reason: 'no longer wanted' })
    await expect.poll(() => listMarked(change.id), LIMIT).toEqual([])
    expect((await show(change.id)).state).toBe('canceled')
    expect(shop.repository.git('rev-parse', 'main')).toBe(change.base)
    expect(shop.repository.git('branch', '--list', 'feature/*')).toBe('')
  })

  test.each<[name: string, check: string, detail: string]>([
    ['hangs', 'sleep 1000', 'took longer than 1 s'],
    ['ignores signals', 'trap "" TERM INT HUP; while true; do sleep 0.1; done', 'took longer than 1 s'],
    ['prints without end', 'yes', 'took longer than 1 s'],
    ['kills itself', 'kill -9 $$', 'was killed by SIGKILL'],
    ['leaves a daemon that holds its output', 'setsid sleep 1000 & exit 1', 'failed with exit code 1'],
  ])('[I5] [P8] whose check %s ends with a clear word', async (_, check, detail) => {
    const shop = await makeProject(check, 1)
    const change = await shop.edit('two\n')
    await shop.execute(change)
    const { checks } = await becomes(change.id, 'refused')
    expect(checks).toMatchObject([{ detail }])
    expect(listMarked(change.id)).toEqual([])
    expect(checks[0]?.tail.length ?? 0).toBeLessThan(20_000)
  })

  test('[I2] waits for the one before it in the same project, and is then built on it', async () => {
    const log = placeFor('log-4')
    const shop = await makeProject(`echo began >> ${log}; sleep 0.3; echo ended >> ${log}`)
    const [one, two] = [await shop.edit('two\n'), await shop.edit('B\n', 'b.txt')]
    for (const change of [one, two]) await shop.execute(change)
    await becomes(one.id, 'good')
    const last = await becomes(two.id, 'good')
    expect(readFileSync(log, 'utf8')).toMatch(/^(began\nended\n)+$/)
    expect([last.rebases, read(shop.repository, 'a.txt'), read(shop.repository, 'b.txt')]).toEqual([
      1,
      'two\n',
      'B\n',
    ])
  })

  test('[I11] [P7] that needs care is allowed by a person who names its exact sum', async () => {
    const shop = await makeProject('true')
    const change = await shop.plan([{ file: 'package.json', type: 'create', content: '{}\n' }])
    expect(errorCode(await shop.execute(change))).toBe('APPROVAL_NEEDED')
    expect(errorCode(await shop.execute(change, { approve: '0'.repeat(64) }))).toBe('CONFLICT')
    expect((await show(change.id)).state).toBe('planned')
    expect((await shop.execute(change, { approve: change.sha256 })).status).toBe(202)
    await becomes(change.id, 'good')
    const bold = await shop.plan([{ file: 'a.txt', type: 'modify', content: 'x' }], { skipTests: true })
    expect((await shop.execute(bold)).status).toBe(202)
    expect(await becomes(bold.id, 'good')).toMatchObject({ skipTests: true, checks: [] })
  })

  test('[S5] [P7] is checked in the sandbox: its code reaches neither cmux nor the project, and no network but its own loopback', async () => {
    const outside = join(realpathSync(temp.path), 'planted')
    const tries = [
      `cat ${server.home}/tokens/owner`,
      `cat ${server.home}/cmux.db`,
      'echo evil > "$(cat .git/objects/info/alternates)/planted"',
    ]
    // Seen to work outside; inside the same words reach a server that the check has started itself.
    expect(await runCommand('sh', ['-c', connect(String(server.port))])).toMatchObject({ code: 0 })
    tries.push(connect(String(server.port)))
    const own = `require('net').createServer(() => process.exit(0)).listen(7000, '127.0.0.1')`
    const loopback = `"$CMUX_NODE" -e "${own}" & until ${connect('7000')} 2>/dev/null; do sleep 0.05; done`
    const refused = tries.map((line) => `! (${line}) 2>/dev/null`).join(' && ')
    // A temporary folder of its own is no way out, either.
    const shop = await makeProject(
      `${loopback}; ${refused} && mkdir -p ${temp.path} && echo evil > ${outside}`,
    )
    const change = await shop.edit('two\n')
    await shop.execute(change)
    expect((await becomes(change.id, 'good')).checks).toMatchObject([{ outcome: 'passed' }])
    expect(existsSync(outside)).toBe(false)
  })

  test('[I5] finds what is installed and not committed, and caches beside it stay its own', async () => {
    const shop = await makeProject('test -e node_modules/tool/index.js && mkdir node_modules/.cache')
    mkdirSync(join(shop.repository.path, 'node_modules', 'tool'), { recursive: true })
    writeFileSync(join(shop.repository.path, 'node_modules', 'tool', 'index.js'), '')
    writeFileSync(join(shop.repository.path, '.git', 'info', 'exclude'), 'node_modules\n')
    const change = await shop.edit('two\n')
    await shop.execute(change)
    expect((await becomes(change.id, 'good')).checks).toMatchObject([{ outcome: 'passed' }])
    expect(readdirSync(join(shop.repository.path, 'node_modules'))).toEqual(['tool'])
  })
})

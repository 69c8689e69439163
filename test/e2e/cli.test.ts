// The command line against real servers, each on a home of its own.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allMigrations } from '../../src/adapters/store/migrations/all-migrations.ts'
import { findProcesses } from '../../src/host/find-processes.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { killAll } from '../fixtures/kill-all.ts'
import { runCommand } from '../fixtures/run-command.ts'

let cmux: BuiltCmux
const homes: string[] = []

beforeAll(async () => {
  cmux = await buildCmux()
})

afterEach(async () => {
  await Promise.all(homes.splice(0).map((home) => cmux.run(home, 'down', '--now')))
})

afterAll(() => cmux[Symbol.dispose]())

function newHome(name: string): string {
  const home = join(cmux.folder, name)
  homes.push(home)
  return home
}

async function upHome(name: string): Promise<string> {
  const home = newHome(name)
  expect(await cmux.run(home, 'up', '--no-open', '--port', '0')).toMatchObject({ code: 0, stderr: '' })
  return home
}

const readInstance = (home: string) =>
  JSON.parse(readFileSync(join(home, 'instance.json'), 'utf8')) as { pid: number; port: number; url: string }

const failure = (code: string) => expect.stringMatching(new RegExp(`^cmux: .*\\(${code}\\)\\nhint: .+\\n$`))

describe('the frame', () => {
  test.each([
    { args: ['nonsense'], code: 2, error: 'USAGE' },
    { args: ['status', '--nonsense'], code: 2, error: 'USAGE' },
    { args: ['token', 'revoke'], code: 2, error: 'USAGE' },
    { args: ['logs', '-n', 'many'], code: 2, error: 'USAGE' },
    { args: ['logs', '../secrets'], code: 1, error: 'NOT_FOUND' },
    { args: ['logs', 'anna'], code: 3, error: 'NOT_RUNNING' },
    { args: ['status'], code: 3, error: 'NOT_RUNNING' },
    { args: ['token', 'list'], code: 3, error: 'NOT_RUNNING' },
    { args: ['backup', 'restore', 'bak_x'], code: 1, error: 'NOT_FOUND' },
  ])('[X1] $args ends with $code and $error, a hint, and the same as JSON', async ({ args, code, error }) => {
    const home = join(cmux.folder, 'nobody')
    expect(await cmux.run(home, ...args)).toEqual({ code, stdout: '', stderr: failure(error) })
    const { stdout } = await cmux.run(home, ...args, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: error } })
  })

  test('[X1] a wrong token is refused with exit code 4', async () => {
    const home = await upHome('wrong-token')
    const tokenFile = join(cmux.folder, 'token')
    writeFileSync(tokenFile, `cmux_${'x'.repeat(43)}`)
    const env = { CMUX_URL: readInstance(home).url, CMUX_TOKEN_FILE: tokenFile }
    expect(await cmux.runWith(env, 'status')).toMatchObject({ code: 4, stderr: failure('UNAUTHENTICATED') })
  })

  test('[X1] help has an example for every verb', async () => {
    const { stdout } = await cmux.run(newHome('none'), '--help')
    expect(stdout).toContain('Start with: cmux up')
    for (const verb of [
      'up',
      'down',
      'status',
      'open',
      'logs',
      'doctor',
      'test',
      'bench',
      'project add',
      'project show',
      'token create',
      'backup restore',
    ])
      expect((await cmux.run('/nowhere', ...verb.split(' '), '--help')).stdout).toMatch(
        /Example:\n {2}\$ .*cmux/,
      )
  })
})

const addProject = (home: string, cwd: string, ...args: string[]) =>
  runCommand(process.execPath, [join(cmux.programs, 'cli.mjs'), 'project', 'add', ...args, '--home', home], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cmux.folder },
  })

describe('projects', () => {
  test('[G1] are added by a path from where the command was typed, listed, shown and removed', async () => {
    const shop = makeRepository(join(realpathSync(cmux.folder), 'shop'), { 'go.mod': 'module shop\n' })
    const home = await upHome('projects')
    expect(await addProject(home, join(shop.path, '..'), './shop', '--name', 'store')).toEqual({
      code: 0,
      stdout: `store is a project: ${shop.path}, main branch main\n`,
      stderr: '',
    })
    expect(await addProject(home, shop.path, '.')).toMatchObject({ code: 1, stderr: failure('CONFLICT') })
    expect(await addProject(home, cmux.folder, '.')).toMatchObject({
      code: 1,
      stderr: failure('NOT_A_REPOSITORY'),
    })
    expect((await cmux.run(home, 'project', 'list')).stdout).toMatch(
      /^NAME +MAIN +PATH\nstore +main +\/.*shop\n$/,
    )
    expect((await cmux.run(home, 'project', 'show', 'store')).stdout).toContain('go test ./...')
    expect(await cmux.run(home, 'project', 'remove', 'store')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'project', 'show', 'store')).toMatchObject({
      code: 1,
      stderr: failure('NOT_FOUND'),
    })
    expect(existsSync(join(shop.path, 'go.mod'))).toBe(true)
  })

  test('[I2] the checkout that up is called from becomes one, once; not again after it was removed by hand', async () => {
    const checkout = makeRepository(join(realpathSync(cmux.folder), 'checkout'))
    const home = newHome('checkout-home')
    const up = async () => {
      const env = { CMUX_CHECKOUT: checkout.path, CMUX_HOME: home }
      const { stdout } = await cmux.runWith(env, 'up', '--no-open', '--port', '0', '--json')
      return (JSON.parse(stdout) as { project: string | null }).project
    }
    expect([await up(), await up()]).toEqual(['cmux', 'cmux'])
    await cmux.run(home, 'project', 'remove', 'cmux')
    expect(await up()).toBe(null)
    expect(JSON.parse((await cmux.run(home, 'project', 'list', '--json')).stdout)).toEqual([])
  })
})

describe('up and down', () => {
  test('[H10] up twice is one server; down ends it; up right after works', async () => {
    const home = await upHome('twice')
    const first = readInstance(home)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('up already'),
    })
    expect(readInstance(home)).toEqual(first)
    expect(await cmux.run(home, 'down')).toEqual({ code: 0, stdout: 'cmux has stopped\n', stderr: '' })
    expect(existsSync(join(home, 'instance.json'))).toBe(false)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0 })
    expect(readInstance(home).port).toBe(first.port)
  })

  test('[H10] two first ups at once end with one server that both name', async () => {
    const home = newHome('race')
    const both = await Promise.all(
      [1, 2].map(() => cmux.run(home, 'up', '--no-open', '--port', '0', '--json')),
    )
    expect(both.map((run) => [run.code, run.stderr])).toEqual([
      [0, ''],
      [0, ''],
    ])
    const [one, other] = both.map((run) => (JSON.parse(run.stdout) as { pid: number }).pid)
    expect(one).toBe(other)
  })

  test('[H10] a hung server is killed after its grace, and seen gone', async () => {
    const home = await upHome('hung')
    const { pid } = readInstance(home)
    process.kill(pid, 'SIGSTOP')
    const down = await cmux.run(home, 'down', '--json')
    expect((JSON.parse(down.stdout) as { stopped: number[] }).stopped).toContain(pid)
    expect(findProcesses(home)).toEqual([])
  })

  test('[P1] after kill -9 of every process, up starts again with everything it had', async () => {
    const home = await upHome('killed')
    const { stdout } = await cmux.run(home, 'token', 'create', '--role', 'observer', '--json')
    await killAll(home)
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0, stderr: '' })
    const listed = JSON.parse((await cmux.run(home, 'token', 'list', '--json')).stdout) as { id: string }[]
    expect(listed.map((token) => token.id)).toContain((JSON.parse(stdout) as { id: string }).id)
  })

  test.each([['status'], ['open', '--no-open'], ['token', 'list'], ['release', 'list'], ['restart']])(
    '[H6] [P4] after kill -9 of every process, %s brings them back on the same port',
    async (...verb) => {
      const home = await upHome(`revived-${verb[0]}`)
      const { port } = readInstance(home)
      await killAll(home)
      expect(await cmux.run(home, ...verb)).toMatchObject({
        code: 0,
        stderr: `cmux: all processes of ${home} were gone; they have been started again\n`,
      })
      expect(await cmux.run(home, ...verb)).toMatchObject({ code: 0, stderr: '' })
      expect(readInstance(home).port).toBe(port)
    },
  )

  test.each([
    [['logs'], 0],
    [['doctor'], 0],
    [['backup', 'list'], 0],
    [['down'], 0],
  ])('[H6] after kill -9 of every process, %s looks or stops, and starts nothing', async (verb, code) => {
    const home = await upHome(`left-${verb[0]}`)
    await killAll(home)
    expect(await cmux.run(home, ...verb)).toMatchObject({ code, stderr: '' })
    expect(findProcesses(home)).toEqual([])
  })

  test('[H10] what was stopped on purpose stays down', async () => {
    const home = await upHome('stopped')
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 3, stderr: failure('NOT_RUNNING') })
    expect(await cmux.run(home, 'up', '--no-open')).toMatchObject({ code: 0 })
    await killAll(home)
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    expect(await cmux.run(home, 'status')).toMatchObject({ code: 3, stderr: failure('NOT_RUNNING') })
  })

  test('[H11] a port that is taken is an error that names its holder', async () => {
    const holder = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => holder.once('listening', resolve))
    const { port } = holder.address() as { port: number }
    const result = await cmux.run(newHome('taken'), 'up', '--port', String(port))
    holder.close()
    expect(result).toMatchObject({ code: 1, stderr: failure('PORT_TAKEN') })
    expect(result.stderr).toContain(`port ${port} is taken by process ${process.pid} (`)
  })

  test('[X1] a wrong setting stops the start and is named', async () => {
    const home = newHome('misconfigured')
    mkdirSync(home, { mode: 0o700 })
    writeFileSync(join(home, 'config.json'), '{"limits":{"streams":"many"}}')
    const result = await cmux.run(home, 'up')
    expect(result).toMatchObject({ code: 1, stderr: failure('CONFIG_INVALID') })
    expect(result.stderr).toContain('limits.streams')
    expect(await cmux.run(home, 'doctor')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('limits.streams'),
    })
  })

  test('[X1] a home that cannot be used is named', async () => {
    const file = join(cmux.folder, 'a-file')
    writeFileSync(file, '')
    expect(await cmux.run(file, 'up')).toMatchObject({ code: 1, stderr: failure('HOME_UNUSABLE') })
  })

  test('[P7] the home and what is in it are for its owner only', async () => {
    const home = await upHome('private')
    const modes = ['', 'tokens', 'tokens/owner', 'cmux.db', 'logs/server.log', 'config.json'].map((name) => [
      name,
      (statSync(join(home, name)).mode & 0o077).toString(8),
    ])
    expect(modes.filter(([, others]) => others !== '0')).toEqual([])
  })
})

describe('looking', () => {
  test('[U6] status tells of health, store and what happened last, for people and programs', async () => {
    const home = await upHome('status')
    const text = await cmux.run(home, 'status')
    expect(text.stdout).toMatch(
      /^cmux is (?:healthy|degraded) · http:\/\/127\.0\.0\.1:\d+ · up \d+ s\n {2}server {5}healthy {2}pid \d+/,
    )
    const { stdout } = await cmux.run(home, 'status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      home,
      store: { schema: allMigrations.length },
      health: { pid: readInstance(home).pid },
    })
  })

  test('[X2] logs shows the last lines, and --json the lines as written', async () => {
    const home = await upHome('logs')
    const { stdout } = await cmux.run(home, 'logs', '-n', '1000', '--json')
    expect((JSON.parse(stdout) as { msg: string }[]).map((line) => line.msg)).toContain('started')
    expect((await cmux.run(home, 'logs')).stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}/)
  })

  test('[H8] doctor finds an open home, and says what to type', async () => {
    const home = await upHome('open')
    // Stopped first: a server that starts makes its home private again.
    expect(await cmux.run(home, 'down')).toMatchObject({ code: 0 })
    chmodSync(home, 0o755)
    const { findings } = JSON.parse((await cmux.run(home, 'doctor', '--json')).stdout) as {
      findings: { what: string }[]
    }
    expect(findings.find(({ what }) => what === 'home')).toMatchObject({
      state: 'warn',
      fix: `chmod 700 ${home}`,
    })
  })

  test.each([
    ['2.31.9', 'fail', 'install git 2.32 or newer'],
    ['2.32.0.windows.1', 'ok', undefined],
  ])('[H8] doctor judges git by its version: %s', async (version, state, fix) => {
    const bin = join(cmux.folder, `git-${version}`)
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'git'), `#!/bin/sh\necho git version ${version}\n`, { mode: 0o755 })
    const home = join(cmux.folder, 'no-home')
    const env = { PATH: `${bin}:${process.env['PATH'] ?? ''}` }
    const { stdout } = await cmux.runWith(env, 'doctor', '--json', '--home', home)
    const { findings } = JSON.parse(stdout) as { findings: { what: string; state: string; fix?: string }[] }
    const git = findings.find(({ what }) => what === 'git')
    expect([git?.state, git?.fix]).toEqual([state, fix])
  })

  test('[U1] open gives a link that logs in once', async () => {
    const home = await upHome('login')
    const { stdout } = await cmux.run(home, 'open', '--no-open')
    const answers = await Promise.all([1, 2].map(() => fetch(stdout.trim(), { redirect: 'manual' })))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([303, 401])
  })
})

test('[P7] token create, list and revoke', async () => {
  const home = await upHome('tokens')
  const created = JSON.parse(
    (await cmux.run(home, 'token', 'create', '--role', 'agent', '--agent', 'anna', '--label', 'x', '--json'))
      .stdout,
  ) as { id: string; secret: string }
  expect(created).toMatchObject({
    role: 'agent',
    agent: 'anna',
    label: 'x',
    secret: expect.stringMatching(/^cmux_/),
  })
  const list = await cmux.run(home, 'token', 'list')
  expect(list.stdout).toContain(created.id)
  expect(list.stdout).not.toContain(created.secret)
  expect(await cmux.run(home, 'token', 'revoke', created.id)).toMatchObject({ code: 0 })
  expect((await cmux.run(home, 'token', 'list')).stdout).toContain('revoked')
  expect(await cmux.run(home, 'token', 'create', '--role', 'owner')).toMatchObject({
    code: 4,
    stderr: failure('FORBIDDEN'),
  })
})

// The command line against real servers, each on a home of its own.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { allMigrations } from '../../../src/adapters/store/migrations/all-migrations.ts'
import { NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { failure, openCommandLine, readInstance, type CommandLine } from '../../fixtures/command-line.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { runCommand } from '../../fixtures/run-command.ts'

let line: CommandLine
let cmux: BuiltCmux
/** One that is up for all tests that leave it as it was. */
let shared: string
beforeAll(async () => {
  line = await openCommandLine(NO_STANDBY)
  cmux = line.cmux
  shared = join(cmux.folder, 'shared')
  await cmux.run(shared, 'up', '--no-open', '--port', '0')
})
afterEach(() => line.downAll())
afterAll(async () => {
  await cmux.run(shared, 'down', '--now')
  line[Symbol.dispose]()
})

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
  ])('$args ends with $code and $error, a hint, and the same as JSON', async ({ args, code, error }) => {
    const home = join(cmux.folder, 'nobody')
    expect(await cmux.run(home, ...args)).toEqual({ code, stdout: '', stderr: failure(error) })
    const { stdout } = await cmux.run(home, ...args, '--json')
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: error } })
  })

  test('[P7] a wrong token is refused with exit code 4', async () => {
    const tokenFile = join(cmux.folder, 'token')
    writeFileSync(tokenFile, `cmux_${'x'.repeat(43)}`)
    const env = { CMUX_URL: readInstance(shared).url, CMUX_TOKEN_FILE: tokenFile }
    expect(await cmux.runWith(env, 'status')).toMatchObject({ code: 4, stderr: failure('UNAUTHENTICATED') })
  })

  test('help has an example for every verb', async () => {
    const { stdout } = await cmux.run(line.newHome('none'), '--help')
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
    const home = shared
    expect(await addProject(home, join(shop.path, '..'), './shop', '--name', 'store')).toEqual({
      code: 0,
      stdout: `added project store: ${shop.path}, main branch main\n`,
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

  test('[L6] a verb takes the project from the folder that it is typed in', async () => {
    const home = await line.upHome('by-folder')
    const root = realpathSync(cmux.folder)
    for (const name of ['left', 'right']) {
      makeRepository(join(root, name), { 'deep/a.txt': 'a\n' })
      await cmux.run(home, 'project', 'add', join(root, name))
    }
    const typed = async (folder: string, ...args: string[]) => {
      const { code, stdout } = await cmux.runWith(
        { CWD: join(root, folder), CMUX_HOME: home },
        ...args,
        '--json',
      )
      return [code, (JSON.parse(stdout) as { project?: string }).project]
    }
    expect(await typed('right/deep', 'task', 'add', 'look')).toEqual([0, 'right'])
    expect(await typed('left', 'task', 'add', 'look')).toEqual([0, 'left'])
    expect(await typed('left', 'task', 'add', 'look', '--project', 'right')).toEqual([0, 'right'])
    expect(await typed('.', 'task', 'add', 'look')).toEqual([0, null])
    const edits = [{ file: 'deep/a.txt', type: 'modify', content: 'b\n' }]
    writeFileSync(join(root, 'plan.json'), JSON.stringify({ description: 'b', changes: edits }))
    expect(await typed('left', 'improve', 'plan', join(root, 'plan.json'))).toEqual([0, 'left'])
    const spawn = ['agent', 'spawn', 'anna', '--runtime', 'demo', '--no-wait', '--no-sandbox']
    expect(await typed('right', ...spawn)).toEqual([0, 'right'])
    await cmux.run(home, 'down', '--agents')
  })

  test('[G1] [L6] the checkout that up is typed in becomes one, once; not again after it was removed by hand', async () => {
    const checkout = makeRepository(join(realpathSync(cmux.folder), 'checkout'))
    const home = line.newHome('checkout-home')
    const up = async (CWD = checkout.path) => {
      const env = { CMUX_CHECKOUT: checkout.path, CMUX_HOME: home, CWD }
      const { stdout } = await cmux.runWith(env, 'up', '--no-open', '--port', '0', '--json')
      return (JSON.parse(stdout) as { project: string | null }).project
    }
    // Typed elsewhere, it is no wish to improve cmux.
    expect(await up(cmux.folder)).toBe(null)
    expect([await up(), await up(join(checkout.path, '.git'))]).toEqual(['cmux', 'cmux'])
    await cmux.run(home, 'project', 'remove', 'cmux')
    expect(await up()).toBe(null)
    expect(JSON.parse((await cmux.run(home, 'project', 'list', '--json')).stdout)).toEqual([])
  })
})

/** A stand-in that writes down how it was called, and what stands in the file that it was to open. */
const plantOpener = () => {
  const folder = join(cmux.folder, 'opener')
  mkdirSync(folder, { recursive: true })
  const script = [
    '#!/bin/sh',
    `printf '%s ' "$0" "$@" > ${folder}/argv.tmp`,
    `cp -- "\${1#file://}" ${folder}/page`,
    `stat -c %a -- "\${1#file://}" "$(dirname "\${1#file://}")" | tr '\\n' ' ' > ${folder}/modes`,
    `mv ${folder}/argv.tmp ${folder}/argv`,
  ]
  for (const name of ['xdg-open', 'open'])
    writeFileSync(join(folder, name), `${script.join('\n')}\n`, { mode: 0o755 })
  const PATH = `${folder}:${process.env['PATH'] ?? ''}`
  const said = async (name: string) => {
    await expect.poll(() => existsSync(join(folder, 'argv')), { timeout: 20_000 }).toBe(true)
    return readFileSync(join(folder, name), 'utf8')
  }
  return { env: { PATH, DISPLAY: ':77' }, said, again: () => rmSync(join(folder, 'argv')) }
}

describe('opening the browser', () => {
  test('[P7] open and up give it the address of a private file, never a login code, and the file goes when it was used', async () => {
    const home = await line.upHome('opened')
    const opener = plantOpener()
    for (const words of [['open'], ['up']]) {
      const { code, stdout } = await cmux.runWith(opener.env, ...words, '--home', home)
      const link = /http:\S+\/login\?code=(\S+)/.exec(stdout)
      expect([code, link]).toEqual([0, expect.anything()])
      const argv = await opener.said('argv')
      expect(argv).toMatch(/ file:\/\/\S+\/login\/[0-9a-f]{64}\.html $/)
      expect(argv).not.toContain(link?.[1])
      expect(await opener.said('modes')).toBe('600 700 ')
      expect(await opener.said('page')).toContain(`content="0;url=${link?.[0]}"`)
      expect(readdirSync(join(home, 'login'))).toHaveLength(1)
      const used = await fetch(String(link?.[0]), { redirect: 'manual' })
      expect([used.status, readdirSync(join(home, 'login'))]).toEqual([200, []])
      opener.again()
    }
    // Where no file can be written there is still the link.
    rmSync(join(home, 'login'), { recursive: true })
    writeFileSync(join(home, 'login'), '')
    const { code, stdout } = await cmux.runWith(opener.env, 'open', '--home', home)
    expect([code, stdout]).toEqual([0, expect.stringContaining('/login?code=')])
  })
})

test('[A7] [X1] start and stop are up and down; a variable that is no setting is named', async () => {
  const home = line.newHome('short-forms')
  const env = { CMUX_HOME: home, CMUX_LIMIT_STREAMS: '5' }
  expect(await cmux.runWith(env, 'start', '--no-open', '--port', '0')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('cmux: warning: unknown setting CMUX_LIMIT_STREAMS has no effect'),
  })
  expect(await cmux.run(home, 'attach', 'nobody')).toMatchObject({ code: 1, stderr: failure('NOT_FOUND') })
  expect(await cmux.run(home, 'stop')).toMatchObject({ code: 0 })
  expect((await cmux.run(home, 'status')).code).not.toBe(0)
})

test('[P7] under a umask that denies nobody, nothing in the home can be changed by others', async () => {
  const home = line.newHome('open-umask')
  const up = ['up', '--no-open', '--port', '0', '--home', home]
  const words = ['-c', 'umask 000; exec "$@"', 'sh', process.execPath, join(cmux.programs, 'cli.mjs'), ...up]
  const env = { PATH: process.env['PATH'] ?? '', HOME: cmux.folder }
  expect(await runCommand('sh', words, { env })).toMatchObject({ code: 0 })
  const entries = readdirSync(home, { recursive: true, encoding: 'utf8' })
  expect(entries.filter((name) => name.startsWith('releases/')).length).toBeGreaterThan(10)
  const open = entries.filter((name) => {
    const found = lstatSync(join(home, name), { throwIfNoEntry: false })
    return found && !found.isSymbolicLink() && (found.mode & 0o022) !== 0
  })
  expect([lstatSync(home).mode & 0o777, open]).toEqual([0o700, []])
})

describe('looking', () => {
  test('status tells of health, store and what happened last, for people and programs', async () => {
    const home = shared
    const text = await cmux.run(home, 'status')
    expect(text.stdout).toMatch(
      /^cmux is (?:healthy|degraded) · http:\/\/127\.0\.0\.1:\d+ · up \d+ (?:s|min)\n {2}server {5}healthy {2}pid \d+/,
    )
    const { stdout } = await cmux.run(home, 'status', '--json')
    expect(JSON.parse(stdout)).toMatchObject({
      home,
      store: { schema: allMigrations.length },
      health: { pid: readInstance(home).pid },
    })
  })

  test('logs shows the last lines, and --json the lines as written', async () => {
    const home = shared
    const { stdout } = await cmux.run(home, 'logs', '-n', '1000', '--json')
    expect((JSON.parse(stdout) as { msg: string }[]).map((each) => each.msg)).toContain('started')
    expect((await cmux.run(home, 'logs')).stdout).toMatch(/^\d\d:\d\d:\d\d\.\d{3} info {2}/)
  })

  test('[H8] doctor finds an open home, and says what to type', async () => {
    const home = await line.upHome('open')
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

  test('[P7] open gives a link that logs in once', async () => {
    const home = shared
    const { stdout } = await cmux.run(home, 'open', '--no-open')
    const answers = await Promise.all([1, 2].map(() => fetch(stdout.trim())))
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })
})

test('[P7] token create, list and revoke', async () => {
  const home = shared
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

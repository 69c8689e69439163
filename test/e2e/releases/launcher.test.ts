// The front door, as a person on a new machine meets it. The first run of this file downloads Node and the dependencies.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acquireLock } from '../../../scripts/acquire-lock.ts'
import { bareEnvironment } from '../../fixtures/bare-environment.ts'
import { copyCheckout } from '../../fixtures/copy-checkout.ts'
import { EDITED } from '../../fixtures/edited-words.ts'
import { startFalseRegistry } from '../../fixtures/false-registry.ts'
import { findMountObstacle, mountMemory, mountReadOnly } from '../../fixtures/mounts.ts'
import { makeProgramPath } from '../../fixtures/program-path.ts'
import { runCommand, type CommandResult } from '../../fixtures/run-command.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

let folder: TempFolder
let checkout: string
let launcher: string
let env: Record<string, string>
let firstRuns: CommandResult[]

beforeAll(async () => {
  folder = makeTempFolder()
  checkout = join(folder.path, 'a path with spaces', "and a quote'")
  copyCheckout(checkout)
  launcher = join(checkout, 'cmux')
  const home = join(folder.path, 'home')
  mkdirSync(home)
  env = bareEnvironment(home)
  firstRuns = await Promise.all([1, 2].map(() => runCommand(launcher, ['--help'], { env, cwd: '/' })))
})

afterAll(() => folder[Symbol.dispose]())

const count = (text: string, what: string) => text.split(what).length - 1

describe('the first run', () => {
  test('[launcher] two at once in one checkout both succeed, and install once', () => {
    const progress = firstRuns.map((run) => run.stderr).join('')
    const words = { stdout: expect.stringMatching(/^Usage: cmux \[options\] \[command\]\n/) }
    expect(firstRuns).toMatchObject([
      { code: 0, ...words },
      { code: 0, ...words },
    ])
    expect(count(progress, 'installing dependencies')).toBe(1)
  })

  test('[launcher] leaves the lockfile and the sources as they were', () => {
    const root = join(import.meta.dirname, '..', '..', '..')
    const [here, there] = [root, checkout].map((place) =>
      readFileSync(join(place, 'package-lock.json'), 'utf8'),
    )
    expect(there).toBe(here)
  })

  test('[H10] up ends with a healthy server, and down with none', async () => {
    const home = join(folder.path, 'state')
    const cmux = (...args: string[]) => runCommand(launcher, [...args, '--home', home], { env })
    const up = await cmux('up', '--no-open', '--port', '0')
    expect([up.code, up.stdout]).toEqual([
      0,
      expect.stringMatching(/^cmux is up and healthy: http:.*\nlog in once with: http:.*\n$/),
    ])
    const status = await cmux('status', '--json')
    expect(JSON.parse(status.stdout)).toMatchObject({ health: { status: 'healthy' } })
    expect(await cmux('down')).toMatchObject({ code: 0, stdout: 'cmux has stopped\n' })
    expect(await cmux('status')).toMatchObject({ code: 3 })
  })
})

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: a first run on a disk that is full or read-only, since ${obstacle}`)

/** The launcher alone, with an npm that fails, and `home` as the place for Node. */
async function runAlone(name: string, home: string): Promise<CommandResult> {
  const programs = makeProgramPath(join(folder.path, name))
  for (const program of ['node', 'npm']) programs.remove(program)
  writeFileSync(join(programs.folder, 'npm'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const alone = join(folder.path, `${name}-checkout`)
  mkdirSync(alone)
  copyFileSync(launcher, join(alone, 'cmux'))
  return await runCommand(join(alone, 'cmux'), ['--help'], { env: { HOME: home, PATH: programs.folder } })
}

describe.skipIf(obstacle)('a first run that finds no Node', () => {
  test('[launcher] [H8] says that the disk is full', async () => {
    using disk = mountMemory('16m')
    const { code, stderr } = await runAlone('full', disk.path)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      / needs 300 MiB on the disk of .*, and \d+ MiB are free \(SETUP_FAILED\)\nhint: free disk space/,
    )
  })

  test('[launcher] [H8] says that the folder for it can not be made', async () => {
    using home = makeTempFolder()
    using _mounted = mountReadOnly(home.path)
    const { code, stderr } = await runAlone('read-only', home.path)
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /Read-only file system\ncmux: .* can't be made \(SETUP_FAILED\)\nhint: make it writable/,
    )
  })
})

describe('once set up', () => {
  test('[launcher] works through links, relative and absolute, and from any directory', async () => {
    const bin = join(folder.path, 'bin')
    mkdirSync(bin)
    symlinkSync(launcher, join(bin, 'absolute'))
    symlinkSync('absolute', join(bin, 'relative'))
    for (const [program, cwd] of [
      [join(bin, 'absolute'), '/'],
      [join(bin, 'relative'), checkout],
      ['./relative', bin],
    ] as const)
      expect(await runCommand(program, ['--help'], { env, cwd })).toMatchObject({ code: 0, stderr: '' })
    expect(await runCommand('sh', ['relative', '--help'], { env, cwd: bin })).toMatchObject({ code: 0 })
  })

  test('[launcher] asks npm for nothing', async () => {
    const trap = join(folder.path, 'trap')
    mkdirSync(trap)
    writeFileSync(join(trap, 'npm'), `#!/bin/sh\necho called > '${join(trap, 'called')}'\nexit 1\n`)
    chmodSync(join(trap, 'npm'), 0o755)
    const trapped = { ...env, PATH: `${trap}:${env['PATH']}` }
    expect(await runCommand(launcher, ['--help'], { env: trapped })).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(join(trap, 'called'))).toBe(false)
  })

  test('[launcher] builds what was edited, and only then', async () => {
    const verbs = join(checkout, EDITED.file)
    writeFileSync(verbs, readFileSync(verbs, 'utf8').replace(EDITED.words, EDITED.other))
    const edited = await runCommand(launcher, ['--help'], { env })
    expect(edited).toMatchObject({ code: 0, stdout: expect.stringContaining(EDITED.other) })
    expect(edited.stderr).toBe('cmux: building…\n')
    expect(await runCommand(launcher, ['--help'], { env })).toMatchObject({ code: 0, stderr: '' })
  })

  test('[launcher] waits while another cmux sets up the checkout, and says so', async () => {
    const lock = await acquireLock(join(checkout, '.cmux-setup', 'lock.db'), () => undefined)
    utimesSync(join(checkout, EDITED.file), new Date(), new Date())
    const child = spawn(launcher, ['--help'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
    const ended = once(child, 'close')
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await expect.poll(() => said).toBe('cmux: another cmux is setting up this checkout: waiting…\n')
    lock[Symbol.dispose]()
    expect(await ended).toEqual([0, null])
    expect(said).toContain('building…')
  })

  test('[launcher] a broken edit is an error, and the next good one is built', async () => {
    const verbs = join(checkout, EDITED.file)
    const good = readFileSync(verbs, 'utf8')
    writeFileSync(verbs, `${good}\n}`)
    const broken = await runCommand(launcher, ['--help'], { env })
    expect([broken.code, broken.stdout]).toEqual([1, ''])
    expect(broken.stderr).toContain('(SETUP_FAILED)\nhint: ')
    writeFileSync(verbs, good)
    expect(await runCommand(launcher, ['--help'], { env })).toMatchObject({ code: 0 })
  })
})

test('[launcher] without a fit Node and without npm it says what to install', async () => {
  const tools = join(folder.path, 'tools')
  mkdirSync(tools)
  for (const name of ['sh', 'uname', 'mkdir', 'mktemp', 'find', 'readlink', 'rm']) {
    const found = (await runCommand('sh', ['-c', `command -v ${name}`], { env })).stdout.trim()
    symlinkSync(found, join(tools, name))
  }
  const bare = join(folder.path, 'bare')
  copyCheckout(bare)
  const result = await runCommand(join(bare, 'cmux'), ['status'], { env: { PATH: tools, HOME: bare } })
  expect(result.code).toBe(1)
  expect(result.stderr).toMatch(
    /^cmux: Node .* is missing, and so is npm to fetch it \(SETUP_FAILED\)\nhint: install Node .*\n$/,
  )
  rmSync(bare, { recursive: true })
})

test('[launcher] a Node with other content than the pinned one is refused before any of it runs', async () => {
  const [place, canary] = [join(folder.path, 'pinned'), join(folder.path, 'ran')]
  mkdirSync(join(place, 'tools'), { recursive: true })
  copyFileSync(launcher, join(place, 'cmux'))
  const tampered = `#!/bin/sh\necho "$@" >> '${canary}'\necho v24.21.0\n`
  const offered = {
    name: `node-linux-${process.arch}`,
    version: '24.21.0',
    programs: { 'bin/node': tampered },
  }
  await using registry = await startFalseRegistry(join(folder.path, 'offered'), offered)
  // A Node that is too old, as npm itself needs one.
  const found = (await runCommand('sh', ['-c', 'command -v node'], { env })).stdout.trim()
  const old = `#!/bin/sh\n[ "$1" = -v ] && echo v18.0.0 && exit\nexec '${found || process.execPath}' "$@"\n`
  writeFileSync(join(place, 'tools', 'node'), old, { mode: 0o755 })
  const result = await runCommand(join(place, 'cmux'), ['--help'], {
    env: {
      ...env,
      PATH: `${join(place, 'tools')}:${env['PATH']}`,
      HOME: place,
      npm_config_cache: join(place, 'npm-cache'),
      npm_config_registry: registry.url,
    },
  })
  expect(registry.asked).not.toEqual([])
  expect([result.code, existsSync(canary)]).toEqual([1, false])
  expect(result.stderr).toContain('EINTEGRITY')
  expect(result.stderr).toMatch(/is not what was pinned \(SETUP_FAILED\)\nhint: .*\n$/)
  expect(readdirSync(join(place, '.cache', 'cmux', 'node', '24.21.0'))).toEqual(['bin'])
  expect(readdirSync(join(place, '.cache', 'cmux', 'node', '24.21.0', 'bin'))).toEqual([])
})

// What runs is a commit: built in a tree of its own, never from the files that somebody is editing.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Discrepancies } from '../../src/protocol/discrepancy.ts'
import { ask } from '../fixtures/ask.ts'
import { bareEnvironment } from '../fixtures/bare-environment.ts'
import { makeGitCheckout, type GitCheckout } from '../fixtures/git-checkout.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { findMountObstacle, mountMemory } from '../fixtures/mounts.ts'
import { runCommand } from '../fixtures/run-command.ts'

const VERBS = 'src/cli/verbs.ts'
const BUILD_LIMIT_MS = 30_000
const LOOK_LIMIT = { timeout: 60_000, interval: 200 }

let checkout: GitCheckout
let first: string
let clean: string

beforeAll(async () => {
  checkout = await makeGitCheckout()
  first = checkout.git('rev-parse', 'HEAD')
  clean = readManifest(checkout.programs)
})

/** Each test begins with a clean tree at the first commit, and a build of it. */
afterEach(async () => {
  checkout.git('reset', '--quiet', '--hard', first)
  if (readManifest(checkout.programs) !== clean) await checkout.rebuild()
})

afterAll(() => checkout[Symbol.dispose]())

/** A home whose cache is everybody's, since filling one takes longer than the rest of a build. */
function homeCalled(name: string): string {
  const home = join(checkout.folder, name)
  if (existsSync(home)) return home
  mkdirSync(join(checkout.folder, 'cache'), { recursive: true })
  mkdirSync(home, { recursive: true, mode: 0o700 })
  symlinkSync(join(checkout.folder, 'cache'), join(home, 'cache'))
  return home
}

const list = (...path: string[]) => (existsSync(join(...path)) ? readdirSync(join(...path)) : [])
const readManifest = (folder: string) => readFileSync(join(folder, 'manifest.json'), 'utf8')

/** Another commit that builds, and is told from the first by its content. */
function commitEdit(): string {
  checkout.edit(VERBS, 'one screen of everything', 'one screen of it all')
  return checkout.commit('Say it shorter')
}

/** Everything that a build could have touched, with its time; what the command itself compiled is kept in dist. */
function observeCheckout(): Record<string, string> {
  const names = readdirSync(checkout.path, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/^node_modules\/.|^\.git\/objects/.test(name) && !/^dist$|\.compile-cache/.test(name),
  )
  return Object.fromEntries(
    names.map((name) => {
      const { mtimeMs, size, ino } = statSync(join(checkout.path, name))
      return [name, `${mtimeMs} ${size} ${ino}`]
    }),
  )
}

describe('a build', () => {
  test('[P5] gives the same release in any folder, umask and time zone, and the one of a clean tree', async () => {
    const [plain, odd] = [homeCalled('plain'), homeCalled('deeper/and an odd one')]
    const before = observeCheckout()
    const one = await checkout.run(plain, 'release', 'build')
    const cli = [process.execPath, join(checkout.programs, 'cli.mjs'), 'release', 'build', 'main', '--json']
    const other = await runCommand('sh', ['-c', 'umask 077; exec "$@"', 'sh', ...cli, '--home', odd], {
      env: {
        PATH: process.env['PATH'],
        HOME: odd,
        TZ: 'Asia/Tokyo',
        NODE_PATH: '/nowhere',
        GIT_DIR: '/nowhere',
      },
    })
    const id = one.stdout.trim()
    expect([one.code, other.code, JSON.parse(other.stdout)]).toEqual([
      0,
      0,
      { id, commit: first, built: true },
    ])
    const folders = [plain, odd].map((home) => join(home, 'releases', id))
    expect(folders.map(readManifest)).toEqual([clean, clean])
    const { files } = JSON.parse(clean) as { files: Record<string, string> }
    for (const [name, sum] of Object.entries(files))
      expect(
        createHash('sha256')
          .update(readFileSync(join(folders[1] ?? '', name)))
          .digest('hex'),
      ).toBe(sum)
    expect([list(plain, 'builds'), list(plain, 'releases')]).toEqual([[], [id]])
    expect(observeCheckout()).toEqual(before)
    expect(checkout.git('status', '--porcelain')).toBe('')
  })

  test('[P5] is made once a commit', async () => {
    const home = homeCalled('plain')
    const again = await checkout.run(home, 'release', 'build', 'HEAD', '--json')
    expect([again.stderr, JSON.parse(again.stdout)]).toMatchObject(['', { commit: first, built: false }])
  })

  test('[P5] of a commit that patches its dependencies is refused, and the next one gets them whole', async () => {
    const home = homeCalled('plain')
    const victim = 'node_modules/zod/package.json'
    writeFileSync(
      join(checkout.path, 'scripts', 'build.ts'),
      `import fs from 'node:fs'\nfs.appendFileSync('${victim}', ' ')\nawait import('./bundle.ts')\n`,
    )
    checkout.commit('Patch a dependency')
    const result = await checkout.run(home, 'release', 'build')
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringMatching(/zod.package\.json.*\(BUILD_FAILED\)/),
    ])
    commitOver()
    expect(await checkout.run(home, 'release', 'build')).toMatchObject({ code: 0 })
    const [cached = ''] = list(home, 'cache', 'dependencies')
    const [there, here] = [join(home, 'cache', 'dependencies', cached), checkout.path].map((folder) =>
      readFileSync(join(folder, victim), 'utf8'),
    )
    expect(there).toBe(here)
  })

  test('[P5] installs what the checkout does not have, and gives the same release', async () => {
    const home = join(checkout.folder, 'bare')
    const mark = join(checkout.path, 'node_modules', '.cmux-lockfile')
    const sum = readFileSync(mark, 'utf8')
    writeFileSync(mark, 'of another lockfile')
    const env = { ...bareEnvironment(home), npm_config_cache: join(checkout.folder, 'npm-cache') }
    const result = await checkout.runWith(env, 'release', 'build', '--home', home)
    writeFileSync(mark, sum)
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('installing the dependencies') })
    expect(readManifest(join(home, 'releases', result.stdout.trim()))).toBe(clean)
  })

  test.each(['tree', 'dist.building'])(
    '[P5] killed when its %s is there leaves no half release, and the next one cleans up',
    async (milestone) => {
      const home = homeCalled(`killed-at-${milestone.replace('/', '-')}`)
      const args = [join(checkout.programs, 'cli.mjs'), 'release', 'build', '--home', home]
      const child = spawn(process.execPath, args, { stdio: 'ignore' })
      const ended = once(child, 'exit')
      await expect
        .poll(() => list(home, 'builds').some((name) => existsSync(join(home, 'builds', name, milestone))), {
          timeout: BUILD_LIMIT_MS,
          interval: 1,
        })
        .toBe(true)
      child.kill('SIGKILL')
      await ended
      expect([list(home, 'releases'), list(home, 'builds')]).toEqual([[], [expect.stringContaining(first)]])
      expect(await checkout.run(home, 'release', 'build')).toMatchObject({ code: 0 })
      expect([list(home, 'releases').length, list(home, 'builds')]).toEqual([1, []])
      expect(list(home, 'cache', 'dependencies')).toHaveLength(1)
    },
  )

  test('[P5] and another of the same commit at once end with one whole release', async () => {
    const home = homeCalled('twice')
    const results = await Promise.all([1, 2].map(() => checkout.run(home, 'release', 'build')))
    const [id] = list(home, 'releases')
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([1, 2].map(() => [0, `${id}\n`]))
    expect([list(home, 'releases').length, list(home, 'builds')]).toEqual([1, []])
    expect(await checkout.run(home, 'release', 'build')).toMatchObject({ stderr: '', stdout: `${id}\n` })
  })
})

/** A commit that mends whatever the last one did. */
function commitOver(): void {
  checkout.git('checkout', '--quiet', first, '--', 'scripts')
  checkout.commit('Mend it')
}

const obstacle = findMountObstacle()

describe.skipIf(obstacle !== undefined)('on a disk that is nearly full', () => {
  test.each([
    ['a build', ['release', 'build'], 'the build'],
    ['an install', ['up', '--no-open', '--port', '0'], 'installing'],
  ])('[H8] %s is refused before anything is written, with what to delete', async (_, args, what) => {
    using disk = mountMemory('72m')
    const home = join(disk.path, 'home')
    mkdirSync(join(home, 'set-aside-2024'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, 'set-aside-2024', 'old'), Buffer.alloc(5 * 1024 ** 2))
    const result = await checkout.run(home, ...args)
    await checkout.run(home, 'down', '--now') // nothing to stop, unless this fails
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(
      new RegExp(
        `^cmux: ${what}.* needs \\d+ MiB of disk, and \\d+ MiB are free \\(DISK_FULL\\)\\nhint: .*set-aside-2024 \\(5 MiB\\)\\n$`,
      ),
    )
    expect([list(home, 'releases'), list(home, 'builds')]).toEqual([[], []])
  })
})

describe('a running cmux', () => {
  let guarded: GuardedCmux

  beforeAll(async () => {
    checkout.edit(VERBS, 'one screen of everything', 'AN EDIT THAT NOBODY COMMITTED')
    await checkout.rebuild()
    const discrepancies = { everySec: 1 }
    guarded = await startGuarded(checkout, basename(homeCalled('running')), {}, { discrepancies })
    await guarded.family()
  })

  afterAll(() => guarded[Symbol.asyncDispose]())

  const running = async () =>
    (JSON.parse((await guarded.run('status', '--json')).stdout) as { health: { release: { id: string } } })
      .health.release.id

  test('[P5] runs the commit, not the edits', async () => {
    expect(await running()).toMatch(new RegExp(`^${first.slice(0, 12)}-[0-9a-f]{12}$`))
    const folder = join(guarded.home, 'releases', await running(), 'cli')
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.join('')).not.toContain('AN EDIT THAT NOBODY COMMITTED')
  })

  test('[P5] brings commits in when asked, and says before how many there are', async () => {
    expect((await guarded.run('status')).stdout).not.toContain('ahead of what runs')
    const commit = commitEdit()
    const status = await guarded.run('status')
    expect(status.stdout).toContain(
      'main is 1 commit ahead of what runs; `cmux restart --from main` brings them in',
    )
    const before = observeCheckout()
    const result = await guarded.run('restart', '--from', 'HEAD', '--json')
    expect([result.code, JSON.parse(result.stdout)]).toEqual([
      0,
      { pid: expect.any(Number), release: expect.stringContaining(`${commit.slice(0, 12)}-`) },
    ])
    expect(await running()).toContain(commit.slice(0, 12))
    expect(observeCheckout()).toEqual(before)
    expect(JSON.parse((await guarded.run('status', '--json')).stdout)).toMatchObject({
      source: { branch: 'main', commitsAhead: 0 },
    })
  })

  test('[R7] is brought to a release by its id and to a commit by its name', async () => {
    await guarded.family()
    const id = list(guarded.home, 'releases').find((name) => name.startsWith(first.slice(0, 12))) ?? ''
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
    expect(await running()).toBe(id)
    await guarded.family()
    const commit = commitEdit()
    checkout.git('tag', 'shorter')
    expect(await guarded.run('release', 'promote', 'shorter')).toMatchObject({ code: 0 })
    expect(await running()).toContain(commit.slice(0, 12))
    expect(await guarded.run('release', 'promote', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(NOT_FOUND)'),
    })
  })

  test('[W2] [P4] misses a proven release that is gone, and names the command that builds it again', async () => {
    await guarded.family()
    const id = list(guarded.home, 'releases').find((name) => name.startsWith(first.slice(0, 12))) ?? ''
    expect(await running()).not.toBe(id)
    rmSync(join(guarded.home, 'releases', id), { recursive: true })
    const missed = async () => {
      const { json } = await ask(guarded, { path: '/api/discrepancies', token: guarded.owner })
      return (json as Discrepancies).items.filter(({ kind }) => kind === 'release-missing')
    }
    await expect.poll(missed, LOOK_LIMIT).toHaveLength(1)
    const [{ id: found, command } = { id: '', command: '' }] = await missed()
    expect(found).toBe(`release-missing:${id}`)
    const built = await guarded.run(...command.split(' ').slice(1))
    expect(built).toMatchObject({ code: 0, stdout: `${id}\n` })
    await expect.poll(missed, LOOK_LIMIT).toEqual([])
    expect(readManifest(join(guarded.home, 'releases', id))).toBe(clean)
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
  })

  test('[P5] a commit that does not build is refused with its error lines, and nothing changed', async () => {
    const { leader } = await guarded.family()
    checkout.edit(VERBS, 'one screen of everything', "half a string'")
    checkout.commit('Break it')
    const releases = list(guarded.home, 'releases')
    const before = observeCheckout()
    const result = await guarded.run('restart', '--from', 'HEAD')
    expect([result.code, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toMatch(
      /Unterminated string literal src\/cli\/verbs\.ts:\d+:\d+:.*\(BUILD_FAILED\)\nhint: /,
    )
    expect(result.stderr).not.toContain('node_modules')
    expect((await guarded.family()).leader).toBe(leader)
    expect([list(guarded.home, 'releases'), list(guarded.home, 'builds')]).toEqual([releases, []])
    expect(observeCheckout()).toEqual(before)
  })
})

describe('up', () => {
  test('[P5] says which edits do not run, also in the foreground, and what to do', async () => {
    const home = homeCalled('edited')
    checkout.edit(VERBS, 'one screen of everything', 'an edit')
    await checkout.rebuild()
    const args = [join(checkout.programs, 'cli.mjs'), 'up', '--foreground', '--port', '0', '--home', home]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const closed = once(child, 'close')
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    let status = ''
    try {
      await vi.waitUntil(() => existsSync(join(home, 'instance.json')), { timeout: BUILD_LIMIT_MS })
      status = (await checkout.run(home, 'status', '--json')).stdout
    } finally {
      child.kill('SIGTERM')
      await closed
    }
    const [id] = list(home, 'releases')
    expect(JSON.parse(status)).toMatchObject({ health: { release: { id } } })
    expect(id).toMatch(new RegExp(`^${first.slice(0, 12)}-[0-9a-f]{12}$`))
    expect(said).toContain(
      `cmux: 1 uncommitted edit does not run, only commit ${first.slice(0, 12)} does: ${VERBS}\nhint: commit, then \`cmux restart --from HEAD\`\n`,
    )
  })

  test('[P4] starts what ran before when the commit does not build', async () => {
    const home = homeCalled('fallen')
    const before = await checkout.run(home, 'up', '--no-open', '--port', '0')
    await checkout.run(home, 'down')
    checkout.edit(VERBS, 'one screen of everything', "half a string'")
    checkout.commit('Break it')
    const up = await checkout.run(home, 'up', '--no-open', '--port', '0')
    const { stdout } = await checkout.run(home, 'status', '--json')
    await checkout.run(home, 'down')
    expect(before).toMatchObject({ code: 0, stderr: '' })
    expect(up).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/HEAD does not run, .* does, as before: [^]*\(BUILD_FAILED\)\nhint: /),
    })
    expect(JSON.parse(stdout)).toMatchObject({ health: { release: { id: list(home, 'releases')[0] } } })
  })

  test('[P5] is known to a cmux outside of the checkout afterwards', async () => {
    const home = homeCalled('fallen')
    const [id = ''] = list(home, 'releases')
    const cli = join(home, 'releases', id, 'cli.mjs')
    const commit = commitEdit()
    const result = await runCommand(process.execPath, [cli, 'release', 'build', 'main', '--home', home], {
      env: { PATH: process.env['PATH'], HOME: home },
    })
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining(commit.slice(0, 12)) })
  })
})

// What runs is a commit: built in a tree of its own, never from the files that somebody is editing.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../../fixtures/bare-environment.ts'
import { findMountObstacle, mountMemory } from '../../fixtures/mounts.ts'
import { list, openReleaseBench, readManifest, type ReleaseBench } from '../../fixtures/release-bench.ts'
import { runCommand } from '../../fixtures/run-command.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'

const BUILD_LIMIT_MS = 30_000

let bench: ReleaseBench
beforeAll(async () => {
  bench = await openReleaseBench()
})
afterEach(() => bench.reset())
afterAll(() => bench[Symbol.dispose]())

describe('a build', () => {
  test('[P5] gives the same release in any folder, umask and time zone, and the one of a clean tree', async () => {
    const [plain, odd] = [bench.homeCalled('plain'), bench.homeCalled('deeper/and an odd one')]
    const before = bench.observe()
    const one = await bench.checkout.run(plain, 'release', 'build')
    const cli = [
      process.execPath,
      join(bench.checkout.programs, 'cli.mjs'),
      'release',
      'build',
      'main',
      '--json',
    ]
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
      { id, commit: bench.first, built: true },
    ])
    const folders = [plain, odd].map((home) => join(home, 'releases', id))
    expect(folders.map(readManifest)).toEqual([bench.clean, bench.clean])
    const { files } = JSON.parse(bench.clean) as { files: Record<string, string> }
    for (const [name, sum] of Object.entries(files))
      expect(
        createHash('sha256')
          .update(readFileSync(join(folders[1] ?? '', name)))
          .digest('hex'),
      ).toBe(sum)
    expect([list(plain, 'builds'), list(plain, 'releases')]).toEqual([[], [id]])
    expect(bench.observe()).toEqual(before)
    expect(bench.checkout.git('status', '--porcelain')).toBe('')
  })

  test('[P5] is made once a commit', async () => {
    const home = bench.homeCalled('plain')
    const again = await bench.checkout.run(home, 'release', 'build', 'HEAD', '--json')
    expect([again.stderr, JSON.parse(again.stdout)]).toMatchObject([
      '',
      { commit: bench.first, built: false },
    ])
  })

  test('[P5] of a commit that patches its dependencies is refused, and the next one gets them whole', async () => {
    const home = bench.homeCalled('patched')
    const victim = 'node_modules/zod/package.json'
    writeFileSync(
      join(bench.checkout.path, 'scripts', 'build.ts'),
      `import fs from 'node:fs'\nfs.appendFileSync('${victim}', ' ')\nawait import('./bundle.ts')\n`,
    )
    bench.checkout.commit('Patch a dependency')
    const result = await bench.checkout.run(home, 'release', 'build')
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringMatching(/zod.package\.json.*\(BUILD_FAILED\)/),
    ])
    commitOver()
    expect(await bench.checkout.run(home, 'release', 'build')).toMatchObject({ code: 0 })
    const [cached = ''] = list(home, 'cache', 'dependencies')
    const [there, here] = [join(home, 'cache', 'dependencies', cached), bench.checkout.path].map((folder) =>
      readFileSync(join(folder, victim), 'utf8'),
    )
    expect(there).toBe(here)
  })

  test('[P5] installs what the checkout does not have', async () => {
    const [home, { checkout }] = [join(bench.checkout.folder, 'bare'), bench]
    askFor(checkout.path, 'wrappy')
    const commit = checkout.commit('Ask for something else')
    const env = { ...bareEnvironment(home), npm_config_cache: join(checkout.folder, 'npm-cache') }
    const result = await checkout.runWith(env, 'release', 'build', '--home', home)
    expect(result).toMatchObject({ code: 0, stderr: expect.stringContaining('installing the dependencies') })
    expect(JSON.parse(readManifest(join(home, 'releases', result.stdout.trim())))).toMatchObject({ commit })
    const [cached = ''] = list(home, 'cache', 'dependencies')
    expect(list(home, 'cache', 'dependencies', cached, 'node_modules')).toContain('wrappy')
  })

  test.each(sampleRows('milestones of a build', ['tree', 'dist.building'], { count: 1 }))(
    '[P5] killed when its %s is there leaves no half release, and the next one cleans up',
    async (milestone) => {
      const home = bench.homeCalled(`killed-at-${milestone}`)
      const args = [join(bench.checkout.programs, 'cli.mjs'), 'release', 'build', '--home', home]
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
      expect([list(home, 'releases'), list(home, 'builds')]).toEqual([
        [],
        [expect.stringContaining(bench.first)],
      ])
      expect(await bench.checkout.run(home, 'release', 'build')).toMatchObject({ code: 0 })
      expect([list(home, 'releases').length, list(home, 'builds')]).toEqual([1, []])
    },
  )

  test('[P5] and another of the same commit at once end with one whole release', async () => {
    const home = bench.homeCalled('twice')
    const results = await Promise.all([1, 2].map(() => bench.checkout.run(home, 'release', 'build')))
    const [id] = list(home, 'releases')
    expect(results.map(({ code, stdout }) => [code, stdout])).toEqual([1, 2].map(() => [0, `${id}\n`]))
    expect([list(home, 'releases').length, list(home, 'builds')]).toEqual([1, []])
    expect(await bench.checkout.run(home, 'release', 'build')).toMatchObject({
      stderr: '',
      stdout: `${id}\n`,
    })
  })
})

/** One small package is all that is to be installed, and the build needs nothing else. The soak installs all of cmux's own. */
function askFor(checkout: string, name: string): void {
  const { packages } = JSON.parse(readFileSync(join(checkout, 'package-lock.json'), 'utf8')) as Lockfile
  const wanted = packages[`node_modules/${name}`]
  const own = { name: 'cmux', type: 'module', dependencies: { [name]: wanted?.version } }
  const lock = { lockfileVersion: 3, packages: { '': own, [`node_modules/${name}`]: wanted } }
  writeFileSync(join(checkout, 'package.json'), JSON.stringify(own))
  writeFileSync(join(checkout, 'package-lock.json'), JSON.stringify(lock))
  writeFileSync(
    join(checkout, 'scripts', 'build.ts'),
    `import fs from 'node:fs'
import '${name}'
const [commit, destination] = process.argv.slice(2)
fs.mkdirSync(destination)
const manifest = { id: commit.slice(0, 12) + '-small', commit, dirty: false, files: {} }
fs.writeFileSync(destination + '/manifest.json', JSON.stringify(manifest))
`,
  )
}

interface Lockfile {
  readonly packages: Readonly<Record<string, { readonly version: string } | undefined>>
}

/** A commit that mends whatever the last one did. */
function commitOver(): void {
  bench.checkout.git('checkout', '--quiet', bench.first, '--', 'scripts')
  bench.checkout.commit('Mend it')
}

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: builds on a disk that is nearly full, since ${obstacle}`)

describe.skipIf(obstacle !== undefined)('on a disk that is nearly full', () => {
  test.each([
    ['a build', ['release', 'build'], 'the build'],
    ['an install', ['up', '--no-open', '--port', '0'], 'installing'],
  ])('[H8] %s is refused before anything is written, with what to delete', async (_, args, what) => {
    using disk = mountMemory('72m')
    const home = join(disk.path, 'home')
    mkdirSync(join(home, 'set-aside-2024'), { recursive: true, mode: 0o700 })
    writeFileSync(join(home, 'set-aside-2024', 'old'), Buffer.alloc(5 * 1024 ** 2))
    const result = await bench.checkout.run(home, ...args)
    await bench.checkout.run(home, 'down', '--now') // nothing to stop, unless this fails
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(
      new RegExp(
        `^cmux: ${what}.* needs \\d+ MiB of disk, and \\d+ MiB are free \\(DISK_FULL\\)\\nhint: .*set-aside-2024 \\(5 MiB\\)\\n$`,
      ),
    )
    expect([list(home, 'releases'), list(home, 'builds')]).toEqual([[], []])
  })
})

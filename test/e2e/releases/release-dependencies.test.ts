// The packages that a release is built with are those that its lockfile names, whatever somebody has written into a checkout or into
// what was kept of them.
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bareEnvironment } from '../../fixtures/bare-environment.ts'
import { makeGitCheckout, type GitCheckout } from '../../fixtures/git-checkout.ts'
import { openRegistry, type PackageRegistry } from '../../fixtures/package-registry.ts'

const GENUINE = "module.exports = 'genuine'\n"
/** Of the same length. */
const PLANTED = "module.exports = 'planted'\n"

/** Its release says what the package said. */
const BUILD = `import fs from 'node:fs'
import said from 'tiny'
const [commit, destination] = process.argv.slice(2)
fs.mkdirSync(destination)
const manifest = { id: commit.slice(0, 12) + '-' + said, commit, dirty: false, files: {} }
fs.writeFileSync(destination + '/manifest.json', JSON.stringify(manifest))
`

let checkout: GitCheckout
let registry: PackageRegistry
let home: string
beforeAll(async () => {
  checkout = await makeGitCheckout()
  registry = await openRegistry(checkout.folder, GENUINE)
  home = join(checkout.folder, 'home')
  writeFileSync(join(checkout.path, 'package.json'), registry.manifest)
  writeFileSync(join(checkout.path, 'package-lock.json'), registry.lockfile())
})
afterAll(async () => {
  await registry[Symbol.asyncDispose]()
  checkout[Symbol.dispose]()
})

let commits = 0
/** Each commit is built once, so each look needs another one. */
async function build(at = home) {
  writeFileSync(join(checkout.path, 'scripts', 'build.ts'), `// ${++commits}\n${BUILD}`)
  const commit = checkout.commit('Build it')
  // A wrong archive is not asked for again and again.
  const npm = { npm_config_cache: join(checkout.folder, 'npm-cache'), npm_config_fetch_retries: '0' }
  const env = { ...bareEnvironment(at), ...npm }
  const { code, stdout, stderr } = await checkout.runWith(env, 'release', 'build', '--home', at)
  return { code, said: stdout.trim().replace(`${commit.slice(0, 12)}-`, ''), stderr }
}

const sumOfLockfile = () =>
  createHash('sha256')
    .update(readFileSync(join(checkout.path, 'package-lock.json')))
    .digest('hex')
const kept = (...names: string[]) =>
  join(home, 'cache', 'dependencies', sumOfLockfile(), 'node_modules', ...names)

test('[S5] [P5] what an agent writes into the packages of a checkout, with the mark of an installation, reaches no release', async () => {
  const installed = join(checkout.path, 'node_modules', 'tiny')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ name: 'tiny', version: '1.0.0' }))
  writeFileSync(join(installed, 'index.js'), PLANTED)
  writeFileSync(join(checkout.path, 'node_modules', '.cmux-lockfile'), sumOfLockfile())
  expect(await build()).toMatchObject({ code: 0, said: 'genuine' })
  expect(registry.fetched()).toBe(1)
})

test('[P5] packages that were kept are used again without being fetched', async () => {
  expect(await build()).toMatchObject({
    code: 0,
    said: 'genuine',
    stderr: expect.not.stringContaining('install') as string,
  })
  expect(registry.fetched()).toBe(1)
})

test('[S5] [P5] kept packages that somebody has written since, with the same length and the time set back, are installed anew', async () => {
  const { atime, mtime } = statSync(kept('tiny', 'index.js'))
  chmodSync(kept('tiny', 'index.js'), 0o644)
  writeFileSync(kept('tiny', 'index.js'), PLANTED)
  utimesSync(kept('tiny', 'index.js'), atime, mtime)
  expect(await build()).toMatchObject({
    code: 0,
    said: 'genuine',
    stderr: expect.stringContaining('not as they were installed (tiny/index.js)') as string,
  })
})

describe('[S5] a lockfile', () => {
  test('whose sum is not that of the archive gives no release', async () => {
    registry.replaceArchive(PLANTED)
    const other = join(checkout.folder, 'other')
    rmSync(join(checkout.folder, 'npm-cache'), { recursive: true, force: true })
    const { code, stderr } = await build(other)
    expect([code, stderr]).toEqual([1, expect.stringContaining('EINTEGRITY')])
  })

  test('without a sum gives none, and nothing is fetched', async () => {
    const before = registry.fetched()
    writeFileSync(join(checkout.path, 'package-lock.json'), registry.lockfile({ integrity: undefined }))
    const { code, stderr } = await build()
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('package-lock.json has no sum for node_modules/tiny'),
    ])
    expect(registry.fetched()).toBe(before)
  })
})

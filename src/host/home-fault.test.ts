import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { findMountObstacle, mountMemory, mountReadOnly } from '../../test/fixtures/mounts.ts'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'
import { runCommand } from '../../test/fixtures/run-command.ts'
import { explainFullDisk, explainHomeError, findHomeFault } from './home-fault.ts'

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: read-only disks, full disks and homes of others, since ${obstacle}`)

test('[H8] nothing speaks against a home of one’s own, nor against one that is not there yet', () => {
  using temp = makeTempFolder()
  expect([temp.path, join(temp.path, 'a', 'b')].map((home) => findHomeFault(home))).toEqual([
    undefined,
    undefined,
  ])
})

test.each([
  ['linux', 300, undefined],
  ['darwin', 76, undefined],
  ['darwin', 77, 'the path of the home directory has 77 bytes, and sockets in it allow 76: '],
])('[H8] on %s a home of %i bytes is named when it is too deep', (platform, bytes, words) => {
  const home = `/${'ü'.repeat(Math.floor((bytes - 1) / 2))}${'x'.repeat((bytes - 1) % 2)}`
  expect(Buffer.byteLength(home)).toBe(bytes)
  const fault = findHomeFault(home, platform)
  const detail = fault?.kind === 'deep' ? fault.detail : undefined
  expect(detail).toBe(words === undefined ? undefined : `${words}${home}`)
})

test('[H8] another error keeps its words', () => {
  using temp = makeTempFolder()
  expect(explainHomeError(temp.path, new Error('odd'))).toMatchObject({
    code: 'HOME_UNUSABLE',
    message: `the home directory ${temp.path} can't be used: odd`,
  })
  expect(explainFullDisk(new Error('odd'))).toBeUndefined()
})

describe.skipIf(obstacle)('[H8] a home', () => {
  test('on a read-only file system is called so, whether it is there or would be made', () => {
    using temp = makeTempFolder()
    using _mounted = mountReadOnly(temp.path)
    for (const home of [temp.path, join(temp.path, 'person', '.cmux')])
      expect(findHomeFault(home)).toEqual({
        kind: 'read-only',
        detail: `the home directory ${home} is on a read-only file system`,
        hint: 'mount it writable, or name another home with --home or CMUX_HOME',
      })
  })

  test.each([
    ['a file', (at: string) => writeFileSync(join(at, 'large'), Buffer.alloc(1 << 20))],
    ['the database', fillDatabase],
  ])('on a full disk is told by %s', (_, fill) => {
    using disk = mountMemory('256k')
    let failure: unknown
    try {
      fill(disk.path)
    } catch (error) {
      failure = explainHomeError(disk.path, error)
    }
    expect(failure).toMatchObject({ code: 'DISK_FULL', message: `the disk of ${disk.path} is full` })
  })

  test('of somebody else is not yours, and it is said whose it is', async () => {
    using temp = makeTempFolder()
    const [home, open, own] = ['closed/home', 'open', 'own'].map((name) => join(temp.path, name))
    for (const folder of [home, open, own]) mkdirSync(String(folder), { recursive: true })
    chmodSync(join(temp.path, 'closed'), 0o700)
    expect(await findAsNobody(temp.path, String(home))).toEqual({
      kind: 'foreign',
      detail: `the home directory ${home} is not yours: ${temp.path}/closed belongs to root (uid 0), and you are uid 12345`,
      hint: 'name another home with --home or CMUX_HOME, or run cmux as that user',
    })
    expect(await findAsNobody(temp.path, String(open))).toMatchObject({
      detail: expect.stringContaining(`${open} belongs to root (uid 0)`),
    })
    expect(await findAsNobody(temp.path, join(String(open), 'new'))).toMatchObject({
      kind: 'closed',
      detail: expect.stringContaining(`can't be made: ${open} belongs to root (uid 0)`),
    })
  })
})

function fillDatabase(at: string): void {
  using database = new DatabaseSync(join(at, 'cmux.db'))
  database.exec('create table t (x)')
  database.exec('insert into t values (zeroblob(1000000))')
}

/** What a user without rights finds: in a process of its own, which gives up root once the module is loaded. */
async function findAsNobody(folder: string, home: string): Promise<unknown> {
  // Passing through the folder of this run is enough.
  chmodSync(dirname(folder), statSync(dirname(folder)).mode | 0o111)
  chmodSync(folder, 0o755)
  const source = join(import.meta.dirname, 'home-fault.ts')
  const script = `process.setgroups([]); process.setgid(12345); process.setuid(12345)
    console.log(JSON.stringify(module.findHomeFault(${JSON.stringify(home)})))`
  const text = `const module = await import(${JSON.stringify(source)})\n${script}`
  const { stdout, stderr } = await runCommand(process.execPath, ['--input-type=module', '-e', text], {
    env: {},
    cwd: '/',
  })
  expect(stderr).toBe('')
  return JSON.parse(stdout)
}

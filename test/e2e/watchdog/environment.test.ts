// A machine at fault under the whole family: named in plain words, no release blamed, and over as soon as the fault is.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { copyFile, writeFile, open } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProcesses, PROGRAMS } from '../../../src/host/find-processes.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { endServers } from '../../fixtures/end-servers.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { damageLeaf, fillDatabase } from '../../fixtures/large-database.ts'
import { findMountObstacle, mountMemory, mountReadOnly } from '../../fixtures/mounts.ts'
import { startLoad } from '../../fixtures/steady-load.ts'
import { findStraceObstacle } from '../../fixtures/writer-run.ts'
import { readContent } from '../../fixtures/read-content.ts'

const mountObstacle = findMountObstacle()
const straceObstacle = findStraceObstacle()
const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
// oxlint-disable-next-line no-console
if (mountObstacle) console.warn(`NOT RUN: a full and a read-only disk, since ${mountObstacle}`)
// oxlint-disable-next-line no-console
if (straceObstacle) console.warn(`NOT RUN: a failing disk, since ${straceObstacle}`)
// oxlint-disable-next-line no-console
if (!existsSync(FAKETIME)) console.warn('NOT RUN: jumps of the clock, since libfaketime is not there')

/** One recovery with these settings, on a busy machine. */
const ACTS = '/api/events?types=watchdog.acted'
const RECOVERY = { timeout: 60_000, interval: 200 } as const
const FAST = { safeRetrySec: 0.3 }

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

interface Ledger {
  current: string
  phase: string
  good: string[]
  bad: string[]
}

const readLedger = ({ home }: GuardedCmux) => {
  const { current, phase, good, bad } = JSON.parse(
    readFileSync(join(home, 'watchdog', 'state.json'), 'utf8'),
  ) as Ledger
  return { current, phase, good, bad }
}
const readStatusLog = ({ home }: GuardedCmux) => readFileSync(join(home, 'status.log'), 'utf8')
const isAboutClock = (line: string) => line.includes(' clock.parted ')
const readMode = async ({ port }: GuardedCmux) => {
  const response = await fetch(`http://127.0.0.1:${port}/api/webhooks/health`)
  const { mode = 'normal' } = (await response.json()) as { mode?: string }
  return `${response.status} ${mode}`
}

async function makeGood(guarded: GuardedCmux): Promise<Ledger> {
  await guarded.family()
  await expect.poll(() => readLedger(guarded).phase, RECOVERY).toBe('good')
  return readLedger(guarded)
}

/** What people see while it lasts: the page, and `cmux status`. */
async function expectNamed(guarded: GuardedCmux, words: RegExp): Promise<void> {
  await expect.poll(() => readMode(guarded), RECOVERY).toBe('503 safe')
  const page = await fetch(`http://127.0.0.1:${guarded.port}/`, { headers: { accept: 'text/html' } })
  expect(await page.text()).toMatch(words)
  // Safe mode tries the release again from time to time, and a look may meet that.
  const readStatus = async () => (await guarded.run('status')).stderr
  await expect.poll(readStatus, RECOVERY).toMatch(words)
  await expect.poll(readStatus, RECOVERY).toMatch(/safe mode[\s\S]*\nhint: /)
}

/** Once it serves again by itself: what is thought of its releases, which nobody may hold responsible. */
async function recoveredLedger(guarded: GuardedCmux): Promise<Ledger> {
  await expect.poll(() => readMode(guarded), RECOVERY).toBe('200 normal')
  await guarded.family()
  return readLedger(guarded)
}

function fillDisk(home: string, name: string): string {
  const path = join(home, name)
  const file = openSync(path, 'w')
  for (const bytes of [1024 * 1024, 4096]) writeUntilFull(file, Buffer.alloc(bytes, 1))
  closeSync(file)
  return path
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    for (;;) writeSync(file, chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  }
}

describe.skipIf(mountObstacle)('a disk', () => {
  test('[H8] [P4] that is full is named; the reserve keeps the watchdog writing; no release is blamed', async () => {
    using disk = mountMemory('96m')
    await using guarded = await startGuarded(cmux, 'full', FAST, {}, { home: join(disk.path, 'home') })
    const before = await makeGood(guarded)
    const ballast = join(guarded.home, 'watchdog', 'ballast')
    await expect.poll(() => existsSync(ballast), RECOVERY).toBe(true)
    const load = startLoad(guarded)
    const fillings = [fillDisk(guarded.home, 'filling-1')]
    await expect
      .poll(async () => (await guarded.run('status')).stdout, RECOVERY)
      .toMatch(/store +degraded +the disk of \S+ is full \(0 MiB are free\): free disk space/)
    // Its ledger and its records find no room any more.
    endServers(guarded)
    await expect.poll(() => readStatusLog(guarded), RECOVERY).toContain('disk full')
    expect(existsSync(ballast)).toBe(false)
    fillings.push(fillDisk(guarded.home, 'filling-2'))
    await expect
      .poll(() => {
        endServers(guarded)
        return readMode(guarded)
      }, RECOVERY)
      .toBe('503 safe')
    await expectNamed(guarded, /The disk of \S+ is full: 0 MiB of 96 MiB are free\. Free disk space/)
    for (const path of fillings) rmSync(path)
    expect(await recoveredLedger(guarded)).toEqual(before)
    await expect.poll(() => existsSync(ballast), RECOVERY).toBe(true)
    await expect.poll(() => readStatusLog(guarded), RECOVERY).toContain('disk well')
    expect((await load.end())['ECONNREFUSED'] ?? 0).toBe(0)
  })

  test('[H8] [P4] that can not be written any more is named, also when the watchdog dies meanwhile', async () => {
    await using guarded = await startGuarded(cmux, 'read-only', FAST)
    const before = await makeGood(guarded)
    const load = startLoad(guarded)
    {
      using _readOnly = mountReadOnly(guarded.home)
      endServers(guarded)
      await expectNamed(guarded, /The home directory \S+ is on a read-only file system\. Mount it writable\./)
      const [watchdog = 0] = findProcesses(guarded.home, [PROGRAMS.watchdog])
      process.kill(watchdog, 'SIGKILL')
      await expect
        .poll(() => findProcesses(guarded.home, [PROGRAMS.watchdog]), RECOVERY)
        .toEqual([expect.not.toSatisfy((pid) => pid === watchdog)])
      expect(await readMode(guarded)).toBe('503 safe')
    }
    expect(await recoveredLedger(guarded)).toEqual(before)
    expect((await load.end())['ECONNREFUSED'] ?? 0).toBe(0)
  })
})

test.skipIf(straceObstacle)(
  '[H8] [P8] a watchdog whose writes fail serves on, says so, and writes them when it can',
  async () => {
    await using guarded = await startGuarded(cmux, 'eio', FAST)
    const before = await makeGood(guarded)
    const { watchdog, leader } = await guarded.family()
    const strace = spawn('strace', ['-p', String(watchdog), '-e', 'inject=fsync:error=EIO'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await once(strace.stderr, 'data')
    process.kill(leader, 'SIGKILL')
    await expect
      .poll(async () => (await guarded.run('status')).stdout, RECOVERY)
      .toMatch(/watchdog +degraded +The watchdog can't write \S.*: EIO: i\/o error, fsync\./)
    expect((await guarded.family()).watchdog).toBe(watchdog)
    strace.kill('SIGINT')
    await once(strace, 'exit')
    await expect.poll(async () => (await guarded.run('status')).stdout, RECOVERY).toMatch(/watchdog +healthy/)
    expect(readLedger(guarded)).toEqual(before)
    // What happened meanwhile has reached the history.
    await expect
      .poll(async () => (await ask(guarded, { path: ACTS, token: guarded.owner })).body, RECOVERY)
      .toContain('"kind":"failed"')
  },
)

test.skipIf(!existsSync(FAKETIME))(
  '[H8] a clock that jumps a day ahead and two back ends nobody and blames nobody',
  async () => {
    const clock = join(cmux.folder, 'clock-offset')
    writeFileSync(clock, '+0\n')
    const env = {
      LD_PRELOAD: FAKETIME,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
    await using guarded = await startGuarded(cmux, 'clock', {}, {}, { env })
    const before = await makeGood(guarded)
    const family = await guarded.family()
    const log = readStatusLog(guarded)
    const serverTime = async () => {
      const response = await fetch(`http://127.0.0.1:${guarded.port}/api/webhooks/health`)
      expect(response.status).toBe(200)
      const aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now()
      return `${Math.round(aheadMs / 3_600_000)} h`
    }
    for (const [jump, hours] of [
      ['+86400', '24 h'],
      ['-86400', '-24 h'],
      ['+0', '0 h'],
    ] as const) {
      writeFileSync(clock, `${jump}\n`)
      await expect.poll(serverTime, RECOVERY).toBe(hours)
      const { uptimeSec } = (await (
        await fetch(`http://127.0.0.1:${guarded.port}/api/webhooks/health`)
      ).json()) as { uptimeSec: number }
      // As many probes again as a hang would need to be found.
      await expect
        .poll(async () => {
          const response = await fetch(`http://127.0.0.1:${guarded.port}/api/webhooks/health`)
          return ((await response.json()) as { uptimeSec: number }).uptimeSec
        }, RECOVERY)
        .toBeGreaterThan(uptimeSec + 2)
    }
    expect(await guarded.family()).toEqual(family)
    const lines = readStatusLog(guarded).split('\n')
    expect([readLedger(guarded), lines.filter((line) => !isAboutClock(line)).join('\n')]).toEqual([
      before,
      log,
    ])
    expect(lines.filter(isAboutClock)).toHaveLength(3)
  },
)

describe('a database', () => {
  test('[H8] that another process locks is named, and is no reason to go back a release', async () => {
    await using guarded = await startGuarded(cmux, 'locked', FAST)
    const before = await makeGood(guarded)
    {
      using intruder = new DatabaseSync(join(guarded.home, 'cmux.db'), { timeout: 10_000 })
      intruder.exec('begin immediate')
      await expectNamed(guarded, /The database cmux\.db is locked by another process\. End the process/)
    }
    expect(await recoveredLedger(guarded)).toEqual(before)
  })

  test('[H8] [P1] that is damaged while it is in use is named and kept, and a restored one is used at once', async () => {
    await using guarded = await startGuarded(cmux, 'damaged', FAST)
    const before = await makeGood(guarded)
    const database = join(guarded.home, 'cmux.db')
    const copy = join(cmux.folder, 'whole.db')
    const { stdout } = await guarded.run('backup', 'create', '--json')
    const { id } = JSON.parse(stdout) as { id: string }
    await writeFile(copy, readContent(join(guarded.home, 'backups', id, 'cmux.db.zst')))
    for (const path of [database, `${database}-wal`]) {
      const file = await open(path, 'r+')
      await file.write(Buffer.alloc(65_536, 0x5a), 0, 65_536, 0)
      await file.close()
    }
    // Whatever is in memory still is no proof: a write meets the file.
    await guarded.run('token', 'create', '--role', 'observer')
    await expectNamed(guarded, /The database cmux\.db is (?:missing|damaged).*cmux backup restore/)
    await copyFile(copy, `${database}.restoring`)
    for (const suffix of ['-wal', '-shm']) rmSync(database + suffix, { force: true })
    await copyFile(`${database}.restoring`, database)
    expect(await recoveredLedger(guarded)).toEqual(before)
  })

  test('[H8] that is damaged where no start looks is found while it serves, and messages go to the spool', async () => {
    const settings = { database: { checkAfterSec: 3 } }
    await using guarded = await startGuarded(cmux, 'large', FAST, settings)
    await makeGood(guarded)
    // The first check is over: no other is due for a day.
    await expect.poll(() => existsSync(join(guarded.home, 'database-check.json')), RECOVERY).toBe(true)
    const { stdout } = await guarded.run('backup', 'create', '--json')
    const { id } = JSON.parse(stdout) as { id: string }
    const database = join(guarded.home, 'cmux.db')
    fillDatabase(database)
    damageLeaf(database, 'hook_answers', 0.5)
    // The standby has its connection already, and after a crash the whole file is checked.
    process.kill((await guarded.family()).leader, 'SIGKILL')
    await expectNamed(guarded, /The database cmux\.db is (?:missing|damaged).*cmux backup restore/)
    expect(await guarded.run('send', 'owner', 'are you there?', '--id', 'knock')).toMatchObject({ code: 0 })
    await expect
      .poll(async () => (await guarded.run('next')).stderr, RECOVERY)
      .toMatch(/safe mode[\s\S]*\nhint: /)
    expect(await guarded.run('down', '--now')).toMatchObject({ code: 0 })
    expect(await guarded.run('backup', 'restore', id)).toMatchObject({ code: 0 })
    expect(await guarded.run('up', '--no-open')).toMatchObject({ code: 0 })
    await expect.poll(async () => (await guarded.run('inbox')).stdout, RECOVERY).toContain('are you there?')
  })
})

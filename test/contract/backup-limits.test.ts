// Backups are compressed, limited, and whole or not there.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Noticed } from '../../src/core/alerts/raise-alerts.ts'
import type { BackupPolicy } from '../../src/core/backups/decide-backups.ts'
import { keepBackups } from '../../src/core/backups/keep-backups.ts'
import { listBackups, listBackupsWithPlan } from '../../src/host/backups/list-backups.ts'
import { restoreBackup } from '../../src/host/backups/restore-backup.ts'
import type { Backup } from '../../src/protocol/releases/backup.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { findMountObstacle, mountMemory } from '../fixtures/mounts.ts'
import { openTestStore, type TestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const DAY_MS = 86_400_000
const MIB = 1024 ** 2

let temp: TempFolder
let home: string
beforeEach(() => {
  temp = makeTempFolder()
  home = join(temp.path, 'home')
  mkdirSync(home)
})
afterEach(() => temp[Symbol.dispose]())

async function fill({ store }: TestStore, label: string, events = 2000): Promise<void> {
  await store.write(async (writer) => {
    for (let number = 0; number < events; number += 1)
      await writer.events.append({
        type: 'disk.cleaned',
        actor: 'system',
        data: { removed: [`${label} ${number}`], bytes: number },
      })
  })
}

async function countEvents(): Promise<number> {
  await using opened = await openTestStore(home)
  return await opened.store.read.events.head()
}

const pathOf = ({ id }: Backup, name: string) => join(home, 'backups', id, name)

async function makeOne(reason: Backup['reason'] = 'asked'): Promise<Backup> {
  await using opened = await openTestStore(home)
  await fill(opened, 'first')
  const backup = await opened.shelf.create(reason)
  await fill(opened, 'second', 10)
  return backup
}

test('[Y3] [X5] the database of a backup is compressed, and comes back as it was', async () => {
  const backup = await makeOne()
  const [file] = backup.files
  expect(existsSync(pathOf(backup, 'cmux.db'))).toBe(false)
  expect(statSync(pathOf(backup, 'cmux.db.zst')).size).toBe(file?.packed?.bytes)
  expect(file?.packed?.bytes).toBeLessThan((file?.bytes ?? 0) / 3)
  await restoreBackup(home, listBackups(home)[0])
  expect(statSync(join(home, 'cmux.db')).size).toBe(file?.bytes)
  expect(await countEvents()).toBe(2000)
})

test('[R6] what a migration needs stays as a release before can read it', async () => {
  const backup = await makeOne('migration')
  expect(backup.files[0]?.packed).toBeUndefined()
  await restoreBackup(home, listBackups(home)[0])
  expect(await countEvents()).toBe(2000)
})

test.each([
  { how: 'is cut', harm: (path: string) => truncateSync(path, statSync(path).size - 100) },
  { how: 'has another byte', harm: flipByte },
  { how: 'is gone', harm: (path: string) => rmSync(path) },
  { how: 'is another one', harm: (path: string) => writeFileSync(path, 'not compressed at all') },
])('[X5] a compressed backup that $how is refused, and nothing is touched', async ({ harm }) => {
  const backup = await makeOne()
  harm(pathOf(backup, 'cmux.db.zst'))
  const before = readdirSync(home).toSorted()
  await expect(restoreBackup(home, backup)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  expect(readdirSync(home).toSorted()).toEqual(before)
  expect(await countEvents()).toBe(2010)
  await using opened = await openTestStore(home)
  expect(await opened.shelf.isWhole(backup)).toBe(false)
})

test('[X5] a compressed backup that unpacks to something else is refused', async () => {
  const one = await makeOne()
  const other = await makeOne()
  renameSync(pathOf(other, 'cmux.db.zst'), pathOf(one, 'cmux.db.zst'))
  await expect(restoreBackup(home, one)).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  expect(await countEvents()).toBe(4020)
})

function flipByte(path: string): void {
  const bytes = readFileSync(path)
  bytes[bytes.length >> 1] = ~Number(bytes[bytes.length >> 1]) & 0xff
  writeFileSync(path, bytes)
}

const KEEP: BackupPolicy = {
  everySec: 86_400,
  keep: 7,
  keepNewest: 1,
  keepDays: 30,
  keepAskedDays: 30,
  maxBytes: 1e12,
}

async function keep(opened: TestStore, nowMs: number, policy: Partial<BackupPolicy> = {}) {
  const told: Noticed[] = []
  const clock = { nowMs: () => nowMs, monotonicMs: () => nowMs } as Parameters<typeof keepBackups>[0]['clock']
  await keepBackups({
    ...opened,
    clock,
    policy: { ...KEEP, ...policy },
    schemasInUse: () => Promise.resolve([]),
    alert: (noticed) => Promise.resolve(void told.push(...noticed)),
  })
  return told
}

/** As if it had been made then. */
function makeOlder(backup: Backup, days: number): void {
  const path = pathOf(backup, 'manifest.json')
  const createdAt = timestampFromMs(Date.now() - days * DAY_MS)
  writeFileSync(path, JSON.stringify({ ...backup, createdAt }))
}

test('[Y3] [P10] one that is asked for goes a week after people were told, and the history tells of it', async () => {
  await using opened = await openTestStore(home)
  const asked = await opened.shelf.create('asked')
  makeOlder(asked, 40)
  const nowMs = Date.now()
  const [alert] = await keep(opened, nowMs)
  expect(alert?.lines.join()).toContain(asked.id)
  expect(listBackupsWithPlan(home).find(({ id }) => id === asked.id)?.leaves).toEqual({
    at: timestampFromMs(nowMs + 7 * DAY_MS),
    why: 'age',
  })
  expect(await keep(opened, nowMs + 6 * DAY_MS)).toEqual([])
  expect(listBackups(home).map(({ id }) => id)).toContain(asked.id)
  await keep(opened, nowMs + 7 * DAY_MS)
  expect(listBackups(home).map(({ id }) => id)).not.toContain(asked.id)
  const removed = await opened.store.read.events.within({ after: 0, types: ['backup.removed'], limit: 9 })
  expect(removed.map(({ data }) => data)).toEqual([{ id: asked.id, why: 'age' }])
})

test('[Y3] [X5] the newest whole one stays when what is newer is damaged, however old it is', async () => {
  await using opened = await openTestStore(home)
  const [oldest, old, newer] = [
    await opened.shelf.create('migration'),
    await opened.shelf.create('migration'),
    await opened.shelf.create('daily'),
  ]
  makeOlder(oldest, 60)
  makeOlder(old, 50)
  flipByte(pathOf(newer, 'cmux.db.zst'))
  await keep(opened, Date.now())
  expect(listBackups(home).map(({ id }) => id)).toEqual([newer.id, old.id])
})

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: a backup on a small disk, since ${obstacle}`)

test.skipIf(obstacle)(
  '[Y3] [H8] a backup that does not fit leaves nothing, and room for the database',
  async () => {
    using disk = mountMemory('48m')
    home = join(disk.path, 'home')
    mkdirSync(home)
    await using opened = await openTestStore(home)
    await fill(opened, 'first', 200)
    await opened.shelf.create('asked')
    writeFileSync(join(home, 'ballast'), Buffer.alloc(16 * MIB))
    await expect(opened.shelf.create('daily')).rejects.toMatchObject({ code: 'DISK_FULL' })
    // A migration tries it all the same; what was begun is removed.
    writeFileSync(join(home, 'more'), Buffer.alloc(48 * MIB - spaceUsed(home) - 65_536))
    await expect(opened.shelf.create('migration')).rejects.toThrow(/full/)
    expect(readdirSync(join(home, 'backups'))).toEqual([listBackups(home)[0]?.id])
  },
)

function spaceUsed(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  return files.reduce(
    (sum, file) => sum + (file.isFile() ? statSync(join(file.parentPath, file.name)).blocks * 512 : 4096),
    0,
  )
}

test('[Y3] [X5] a kill while a backup is made or removed leaves none that is half', async () => {
  await makeOne()
  const names = () => readdirSync(join(home, 'backups'))
  for (let round = 0; round < 4; round += 1) {
    const maker = fork(join(import.meta.dirname, '../fixtures/make-backups-forever.ts'), [home])
    await once(maker, 'message')
    await vi.waitUntil(() => names().some((name) => name.startsWith('.bak')), { interval: 1 + round })
    maker.kill('SIGKILL')
    await once(maker, 'exit')
    await using opened = await openTestStore(home)
    for (const backup of listBackups(home)) expect(await opened.shelf.isWhole(backup)).toBe(true)
  }
  await using opened = await openTestStore(home)
  await opened.shelf.create('asked')
  expect(names().filter((name) => name.startsWith('.'))).toEqual([])
})

// What happens to a database that was damaged, emptied, lost or left behind: it is never overwritten and never replaced by
// an empty one, and only a backup that is whole is offered in its place.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { makeSystemClock } from '../../src/adapters/clock/system-clock.ts'
import { prepareDatabase } from '../../src/adapters/store/prepare-database.ts'
import type { Backup } from '../../src/protocol/releases/backup.ts'
import { makeTestShelf, openTestStore } from '../fixtures/open-test-store.ts'
import { readContent } from '../fixtures/read-content.ts'
import { findFaults, readLedger } from '../fixtures/read-ledger.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { pairId, writePair } from '../fixtures/write-pair.ts'

const clock = makeSystemClock()
const PAGE_BYTES = 4096

/** A home whose server was killed: the newest writes are in the log only. With two backups, the older first. */
async function makeKilledHome(options: { readonly hasLog: boolean } = { hasLog: false }) {
  const folder = makeTempFolder()
  const home = join(folder.path, 'home')
  const running = join(folder.path, 'running')
  mkdirSync(home)
  mkdirSync(running)
  const opened = await openTestStore(running)
  const write = async (from: number, to: number) => {
    for (let number = from; number <= to; number += 1) await writePair(opened.store, number)
  }
  await write(1, 100)
  const backups = [await opened.shelf.create('asked')]
  await write(101, 200)
  backups.push(await opened.shelf.create('asked'))
  renameSync(join(running, 'backups'), join(home, 'backups'))
  const path = join(home, 'cmux.db')
  const copy = () => {
    for (const suffix of ['', '-wal'])
      if (existsSync(opened.path + suffix)) copyFileSync(opened.path + suffix, path + suffix)
  }
  if (options.hasLog) copy()
  await opened.store.close()
  if (!options.hasLog) copy()
  const shelf = makeTestShelf(home)
  const prepare = (expected = true) => prepareDatabase({ path, clock, shelf, expected })
  const [older, newer] = backups as [Backup, Backup]
  return { home, path, shelf, older, newer, prepare, [Symbol.dispose]: () => folder[Symbol.dispose]() }
}

function overwrite(path: string, fromByte: number, bytes: Buffer): void {
  const content = readFileSync(path)
  bytes.copy(content, fromByte)
  writeFileSync(path, content)
}

/** To another one, whatever it was. */
function changeByte(path: string, at: number): void {
  const content = readFileSync(path)
  content[at] = 255 - (content[at] ?? 0)
  writeFileSync(path, content)
}

const noise = (bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_, index) => (index * 167 + 13) % 256))

const DAMAGES: readonly { what: string; hasLog?: boolean; inflict: (path: string) => void }[] = [
  { what: 'a page of noise', inflict: (path) => overwrite(path, 3 * PAGE_BYTES, noise(PAGE_BYTES)) },
  { what: 'many pages of noise', inflict: (path) => overwrite(path, PAGE_BYTES, noise(12 * PAGE_BYTES)) },
  { what: 'a cut in the middle of a page', inflict: (path) => truncateSync(path, 5000) },
  { what: 'a cut between pages', inflict: (path) => truncateSync(path, 4 * PAGE_BYTES) },
  { what: 'a header of zeros', inflict: (path) => overwrite(path, 0, Buffer.alloc(100)) },
  { what: 'text in its place', inflict: (path) => writeFileSync(path, 'not a database\n'.repeat(1000)) },
  { what: 'a few bytes in its place', inflict: (path) => writeFileSync(path, 'oops') },
  { what: 'nothing in it', inflict: (path) => writeFileSync(path, '') },
  { what: 'nothing in it beside a full log', hasLog: true, inflict: (path) => writeFileSync(path, '') },
  {
    what: 'another, empty database in its place',
    inflict(path) {
      rmSync(path)
      const other = new DatabaseSync(path)
      other.exec('vacuum')
      other.close()
    },
  },
]

describe('a damaged database', () => {
  test.each(DAMAGES)(
    '[H8] with $what is set aside as it is, and a backup is offered',
    async ({ inflict, hasLog }) => {
      using killed = await makeKilledHome({ hasLog: hasLog === true })
      inflict(killed.path)
      const names = readdirSync(killed.home).filter((name) => name.startsWith('cmux.db'))
      const before = names.map((name) => [name, readFileSync(join(killed.home, name))] as const)

      await expect(killed.prepare()).rejects.toMatchObject({
        code: 'STORE_CORRUPT',
        recovery: 'human',
        hint: expect.stringContaining(`cmux backup restore ${killed.newer.id}`),
      })
      const [place, ...more] = readdirSync(killed.home).filter((name) => name.startsWith('set-aside-'))
      expect(more).toEqual([])
      for (const [name, content] of before)
        expect(readFileSync(join(killed.home, place ?? '', name)).equals(content)).toBe(true)
      expect(readdirSync(killed.home).filter((name) => name.startsWith('cmux.db'))).toEqual([])

      // A second start does not take the gap for a first one.
      await expect(killed.prepare()).rejects.toMatchObject({ code: 'STORE_MISSING' })
      expect(existsSync(killed.path)).toBe(false)
    },
  )

  test('[P9] one that cannot be opened is not taken for a damaged one', async () => {
    using killed = await makeKilledHome()
    rmSync(killed.path)
    mkdirSync(killed.path)
    await expect(killed.prepare()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
    expect(readdirSync(killed.home)).toEqual(['backups', 'cmux.db'])
  })
})

describe('a lost database', () => {
  test('[H8] in a used home is a loss, with the backup to bring back, and no empty one is made', async () => {
    using killed = await makeKilledHome()
    rmSync(killed.path)
    await expect(killed.prepare()).rejects.toMatchObject({
      code: 'STORE_MISSING',
      hint: expect.stringContaining(`cmux backup restore ${killed.newer.id}`),
    })
    expect(readdirSync(killed.home)).toEqual(['backups'])
  })

  test('[P1] whose log is still there is a loss even when nobody expects one, and the log stays', async () => {
    using killed = await makeKilledHome({ hasLog: true })
    const log = readFileSync(`${killed.path}-wal`)
    rmSync(killed.path)
    await expect(killed.prepare(false)).rejects.toMatchObject({ code: 'STORE_MISSING' })
    expect(readFileSync(`${killed.path}-wal`).equals(log)).toBe(true)
    expect(readdirSync(killed.home)).toEqual(['backups', 'cmux.db-wal'])
  })

  test('[P1] a log that a killed server left is read: nothing that was accepted is missing', async () => {
    using killed = await makeKilledHome({ hasLog: true })
    await killed.prepare()
    const ledger = readLedger(killed.path)
    expect(findFaults(ledger)).toEqual([])
    expect(ledger.kept).toEqual(Array.from({ length: 200 }, (_, index) => pairId(index + 1)))
  })

  test('[H8] an empty file that nobody has used yet is a first start that was cut short', async () => {
    using folder = makeTempFolder()
    writeFileSync(join(folder.path, 'cmux.db'), '')
    await using opened = await openTestStore(folder.path)
    expect((await writePair(opened.store, 1)).seq).toBe(1)
    expect(await opened.shelf.list()).toEqual([])
  })
})

const SPOILED: readonly { what: string; spoil: (folder: string) => void; isListed: boolean }[] = [
  { what: 'no manifest', spoil: (folder) => rmSync(join(folder, 'manifest.json')), isListed: false },
  {
    what: 'half a manifest',
    spoil: (folder) => truncateSync(join(folder, 'manifest.json'), 50),
    isListed: false,
  },
  {
    what: 'a manifest without files',
    spoil: (folder) => rewriteManifest(folder, { files: [] }),
    isListed: true,
  },
  {
    what: 'a manifest that is something else',
    spoil: (folder) => writeFileSync(join(folder, 'manifest.json'), '{"id":1}'),
    isListed: false,
  },
  {
    what: 'the manifest of another',
    spoil: (folder) => rewriteManifest(folder, { id: 'bak_00000000000000000000000000' }),
    isListed: false,
  },
  {
    what: 'a folder for a manifest',
    spoil: (folder) => {
      rmSync(join(folder, 'manifest.json'))
      mkdirSync(join(folder, 'manifest.json'))
    },
    isListed: false,
  },
  {
    what: 'a wrong sum',
    spoil: (folder) => changeByte(join(folder, 'cmux.db.zst'), 200),
    isListed: true,
  },
  {
    what: 'a cut file',
    spoil: (folder) => truncateSync(join(folder, 'cmux.db.zst'), PAGE_BYTES),
    isListed: true,
  },
  { what: 'a missing file', spoil: (folder) => rmSync(join(folder, 'cmux.db.zst')), isListed: true },
  {
    what: 'a file in place of the folder',
    spoil: (folder) => {
      rmSync(folder, { recursive: true })
      writeFileSync(folder, '')
    },
    isListed: false,
  },
]

function rewriteManifest(folder: string, change: Record<string, unknown>): void {
  const path = join(folder, 'manifest.json')
  writeFileSync(path, JSON.stringify({ ...(JSON.parse(readFileSync(path, 'utf8')) as object), ...change }))
}

describe('a backup', () => {
  test.each(SPOILED)(
    '[X5] with $what is never offered: the one before it is',
    async ({ spoil, isListed }) => {
      using killed = await makeKilledHome()
      const { older, newer } = killed
      expect(await killed.shelf.list()).toEqual([newer, older])
      expect([await killed.shelf.isWhole(newer), await killed.shelf.isWhole(older)]).toEqual([true, true])
      spoil(join(killed.home, 'backups', newer.id))
      rmSync(killed.path)

      const listed = await killed.shelf.list()
      expect(listed.map(({ id }) => id)).toEqual(isListed ? [newer.id, older.id] : [older.id])
      const whole = await Promise.all(listed.map(killed.shelf.isWhole))
      expect(whole).toEqual(isListed ? [false, true] : [true])
      await expect(killed.prepare()).rejects.toMatchObject({
        code: 'STORE_MISSING',
        hint: expect.stringContaining(`cmux backup restore ${older.id}`),
      })
    },
  )

  test('[X5] is offered only when there is one', async () => {
    using killed = await makeKilledHome()
    rmSync(killed.path)
    rmSync(join(killed.home, 'backups'), { recursive: true })
    await expect(killed.prepare()).rejects.toMatchObject({
      hint: 'there is no whole backup; `cmux backup restore --empty` begins without data',
    })
  })

  test('[X5] that a crash left half made or half removed is not listed, and is cleared by the next', async () => {
    using killed = await makeKilledHome()
    const { older, newer, shelf } = killed
    const backups = join(killed.home, 'backups')
    // Killed between the manifest and the rename, in either direction.
    renameSync(join(backups, newer.id), join(backups, `.${newer.id}.tmp`))
    writeFileSync(join(backups, 'notes.txt'), 'mine')
    expect(await shelf.list()).toEqual([older])
    const made = await shelf.create('asked')
    expect(readdirSync(backups).toSorted()).toEqual([older.id, made.id, 'notes.txt'].toSorted())
    await shelf.remove(older.id)
    await shelf.remove(older.id)
    expect(await shelf.list()).toEqual([made])
  })

  test('[X5] appears whole or not at all: one that fails leaves nothing', async () => {
    using killed = await makeKilledHome()
    truncateSync(killed.path, 5000)
    await expect(killed.shelf.create('asked')).rejects.toThrow('malformed')
    expect(readdirSync(join(killed.home, 'backups'))).toHaveLength(2)
  })

  test('[X5] begun while another is being made leaves that one alone', async () => {
    using killed = await makeKilledHome()
    let readings = 0
    let other: Promise<Backup> | undefined
    const shelf = makeTestShelf(killed.home, {
      ...clock,
      nowMs() {
        readings += 1
        // The first reading is for the id; at the second the copy is there and the manifest is not.
        if (readings === 2) other = shelf.create('asked')
        return clock.nowMs()
      },
    })
    const made = [await shelf.create('asked'), await other]
    expect(new Set(await shelf.list())).toEqual(new Set([...made, killed.newer, killed.older]))
  })

  test('[P10] [X5] taken while many write holds one moment: sound, and as far as its history says', async () => {
    using folder = makeTempFolder()
    await using opened = await openTestStore(folder.path)
    const { store, shelf } = opened
    writeFileSync(join(folder.path, 'config.json'), '{}')
    const seen = { isOver: false, writes: 0 }
    const writers = Array.from({ length: 20 }, async () => {
      while (!seen.isOver) await writePair(store, (seen.writes += 1))
    })
    const made: Backup[] = []
    const heads: number[] = []
    for (let round = 0; round < 5; round += 1) {
      heads.push(await store.read.events.head())
      made.push(await shelf.create('asked'))
    }
    seen.isOver = true
    await Promise.all(writers)
    expect((await shelf.list()).toSorted(byId)).toEqual(made.toSorted(byId))
    for (const [index, backup] of made.entries()) {
      expect(await shelf.isWhole(backup)).toBe(true)
      expect(backup.files.map(({ name }) => name).toSorted()).toEqual(['cmux.db', 'config.json'])
      const copy = join(folder.path, 'unpacked.db')
      writeFileSync(copy, readContent(join(folder.path, 'backups', backup.id, 'cmux.db.zst')))
      const ledger = readLedger(copy)
      expect(findFaults(ledger)).toEqual([])
      expect(ledger.seqs.length).toBeGreaterThanOrEqual(heads[index] ?? Number.NaN)
    }
    expect(heads.at(-1)).toBeGreaterThan(0)
  })
})

const byId = (a: Backup, b: Backup) => (a.id < b.id ? -1 : 1)

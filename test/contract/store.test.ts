// The store's contract on a file and in memory, and what only a file can show.
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openInMemory, openOnFile } from '../fixtures/open-store.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { pairId, putPair, writePair } from '../fixtures/write-pair.ts'
import { describeStoreContract } from './store-contract.ts'

describeStoreContract('SQLite on a file', openOnFile)
describeStoreContract('SQLite in memory', openInMemory)

test('[M3] on a file, a reader is answered while a long batch is under way', async () => {
  using folder = makeTempFolder()
  await using opened = await openTestStore(folder.path)
  await writePair(opened.store, 1)
  const seen = await opened.store.write(async (writer) => {
    await putPair(writer, 2)
    return opened.store.read.events.head()
  })
  expect([seen, await opened.store.read.events.head()]).toEqual([1, 2])
})

test('[P1] what was accepted is there when the file is opened again, with the number to go on from', async () => {
  using folder = makeTempFolder()
  {
    await using opened = await openTestStore(folder.path)
    await Promise.all([writePair(opened.store, 1), writePair(opened.store, 2)])
  }
  await using opened = await openTestStore(folder.path, { expected: true })
  expect((await opened.store.read.tokens.page(10, undefined)).items.map(({ id }) => id)).toEqual([
    pairId(1),
    pairId(2),
  ])
  expect((await writePair(opened.store, 3)).seq).toBe(3)
})

test('[P10] a second server that wrote in between is not overwritten: numbers go on after its own', async () => {
  using folder = makeTempFolder()
  await using one = await openTestStore(folder.path)
  await using other = await openTestStore(folder.path)
  const seqs: number[] = []
  for (const [store, number] of [
    [one.store, 1],
    [other.store, 2],
    [one.store, 3],
  ] as const)
    seqs.push((await writePair(store, number)).seq)
  expect(seqs).toEqual([1, 2, 3])
})

test('[H8] a database that another process holds is busy, and well again when it lets go', async () => {
  using folder = makeTempFolder()
  await using opened = await openTestStore(folder.path)
  const other = new DatabaseSync(opened.path)
  other.exec('begin immediate')
  await expect(writePair(opened.store, 1)).rejects.toMatchObject({ code: 'STORE_BUSY', recovery: 'retry' })
  expect(await opened.store.read.events.head()).toBe(0)
  other.close()
  expect((await writePair(opened.store, 1)).seq).toBe(1)
  expect(opened.losses).toEqual([])
})

test('[P1] a database that is taken away accepts nothing more, makes no empty one, and goes on when it is back', async () => {
  using folder = makeTempFolder()
  await using opened = await openTestStore(folder.path)
  await writePair(opened.store, 1)
  renameSync(opened.path, `${opened.path}.away`)
  await expect(writePair(opened.store, 2)).rejects.toMatchObject({ code: 'STORE_MISSING' })
  expect(existsSync(opened.path)).toBe(false)
  renameSync(`${opened.path}.away`, opened.path)
  expect((await writePair(opened.store, 3)).seq).toBe(2)
})

/** A store whose tokens can no longer be read; the end of the history is sound. */
async function openDamagedStore(home: string) {
  {
    await using opened = await openTestStore(home)
    await Promise.all(Array.from({ length: 2000 }, (_, index) => writePair(opened.store, index + 1)))
  }
  const opened = await openTestStore(home)
  const pages = listLeafPages(opened.path, 'tokens')
  expect(pages.length).toBeGreaterThan(10)
  const file = openSync(opened.path, 'r+')
  for (const page of pages) writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, (page - 1) * 4096)
  closeSync(file)
  return opened
}

function listLeafPages(path: string, table: string): number[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare("select pageno from dbstat where name = ? and pagetype = 'leaf'").all(table)
  database.close()
  return rows.map((row) => Number(row['pageno']))
}

const stopped = { type: 'server.stopped', actor: 'system', data: { pid: 1, reason: 'test' } } as const

test('[H8] damage that a reader meets is told, and nothing is written before the file has been checked', async () => {
  using folder = makeTempFolder()
  await using opened = await openDamagedStore(folder.path)
  await expect(opened.store.read.tokens.page(1000, undefined)).rejects.toMatchObject({
    code: 'STORE_CORRUPT',
  })
  expect(opened.losses).toEqual([expect.objectContaining({ errcode: 11 })])
  // Only the check can refuse this one.
  const append = opened.store.write(({ events }) => events.append(stopped))
  await expect(append).rejects.toMatchObject({ code: 'STORE_CORRUPT', recovery: 'human' })
  rmSync(opened.path)
  await expect(writePair(opened.store, 3001)).rejects.toMatchObject({ code: 'STORE_MISSING' })
  expect(existsSync(opened.path)).toBe(false)
})

test('[H8] damage that a write meets and passes over is not hidden: the write is refused', async () => {
  using folder = makeTempFolder()
  await using opened = await openDamagedStore(folder.path)
  const careless = opened.store.write(async ({ tokens, events }) => {
    const page = await tokens.page(1000, undefined).catch(() => undefined)
    await events.append(stopped)
    return page
  })
  await expect(careless).rejects.toMatchObject({ code: 'STORE_CORRUPT' })
  expect(opened.losses).toHaveLength(1)
})

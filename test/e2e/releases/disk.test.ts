// A small disk that fills up under a whole cmux: told before it is full, cleaned within the budget, nothing lost, and over when there is
// room again.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../../src/protocol/alerts/alert.ts'
import type { Event } from '../../../src/protocol/event.ts'
import type { MetricsReport } from '../../../src/protocol/machine/metrics.ts'
import { startTeam } from '../../fixtures/agent-team.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, openRepository } from '../../fixtures/git-repository.ts'
import { PATIENT, startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { findMountObstacle, mountMemory } from '../../fixtures/mounts.ts'

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: a disk that fills up, since ${obstacle}`)

const LIMIT = { timeout: 60_000, interval: 100 }
const MIB = 1024 ** 2
const SIZE_MIB = 128
const LONG_AGO = new Date(Date.now() - 8 * 86_400_000)

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux(NO_STANDBY)
})
afterAll(() => cmux[Symbol.dispose]())

const get = async <T>({ port, owner }: GuardedCmux, path: string) =>
  (await ask({ port }, { path, token: owner })).json as T
const send = async ({ port, owner }: GuardedCmux, id: string) =>
  (
    await ask(
      { port },
      { method: 'POST', path: '/api/messages', token: owner, body: { id, to: 'owner', body: id } },
    )
  ).status
const readAlerts = async (guarded: GuardedCmux) =>
  (await get<{ items: Alert[] }>(guarded, '/api/alerts')).items.filter(({ kind }) => kind === 'disk')
const cleanings = async (guarded: GuardedCmux) =>
  (await get<{ items: Event[] }>(guarded, '/api/events?types=disk.cleaned')).items.flatMap(
    ({ data }) => data['removed'] as string[],
  )

function usedPercent(path: string): number {
  const { blocks, bfree, bavail } = statfsSync(path)
  return ((blocks - bfree) / (blocks - bfree + bavail)) * 100
}

/** Up to that share of the disk, or until nothing goes in any more. */
function fillTo(folder: string, name: string, percent: number): void {
  const file = openSync(join(folder, name), 'w')
  const chunk = Buffer.alloc(MIB / 4, 1)
  try {
    while (usedPercent(folder) < percent) writeSync(file, chunk)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    closeSync(file)
  }
}

function plantOld(path: string, bytes: number): void {
  writeFileSync(path, Buffer.alloc(bytes, 1))
  utimesSync(path, LONG_AGO, LONG_AGO)
}

test.skipIf(obstacle)(
  '[W3] [P8] [H8] a disk that fills is told of before it is full, cleaned within its budget, and well again after',
  async () => {
    using disk = mountMemory(`${SIZE_MIB}m`)
    const home = join(disk.path, 'home')
    mkdirSync(join(home, 'logs'), { recursive: true, mode: 0o700 })
    // More than the budget: the oldest goes, and no more than has to.
    for (const [index, name] of ['server.log.5', 'server.log.4', 'server.log.3'].entries()) {
      plantOld(join(home, 'logs', name), 2 * MIB)
      const at = new Date(LONG_AGO.getTime() + index * 1000)
      utimesSync(join(home, 'logs', name), at, at)
    }
    await using guarded = await startGuarded(
      cmux,
      'filling',
      { safeRetrySec: 0.3 },
      { disk: { everySec: 0.3, alertPercent: 90, budgetMb: 5 }, metrics: { everySec: 0.3 } },
      { home },
    )
    await expect.poll(() => cleanings(guarded), LIMIT).toEqual(['log server.log.5'])
    expect(readdirSync(join(home, 'logs'))).toEqual(expect.arrayContaining(['server.log.3', 'server.log.4']))
    expect(await readAlerts(guarded)).toEqual([])

    expect(await send(guarded, 'before')).toBe(201)
    fillTo(disk.path, 'somebody-elses', 92)
    await expect.poll(async () => (await readAlerts(guarded)).length, LIMIT).toBe(1)
    const [alert] = await readAlerts(guarded)
    expect(alert?.title).toMatch(/^the disk of cmux is nearly full: 9\d\.\d % are used, \d+ MiB are free$/)
    // Nearly full, all of it goes that nobody misses.
    await expect
      .poll(() => cleanings(guarded), LIMIT)
      .toEqual(expect.arrayContaining(['log server.log.4', 'log server.log.3']))
    expect(await send(guarded, 'nearly-full')).toBe(201)

    fillTo(disk.path, 'the-rest', 101)
    await expect
      .poll(async () => (await guarded.run('status')).stdout, LIMIT)
      .toMatch(/store +degraded +the disk of \S+ is full/)
    // What can't be kept is refused; what is there can be read.
    const accepted = ['before', 'nearly-full']
    let refusal = 201
    for (let count = 0; count < 500 && refusal === 201; count += 1) {
      refusal = await send(guarded, `full-${count}`)
      if (refusal === 201) accepted.push(`full-${count}`)
    }
    expect(refusal).toBeGreaterThanOrEqual(500)
    expect(await get<{ body: string }>(guarded, '/api/messages/before')).toMatchObject({ body: 'before' })

    for (const name of ['the-rest', 'somebody-elses']) rmSync(join(disk.path, name))
    await expect.poll(() => send(guarded, 'after'), LIMIT).toBe(201)
    for (const id of [...accepted, 'after'])
      expect(await get<{ body: string }>(guarded, `/api/messages/${encodeURIComponent(id)}`)).toMatchObject({
        body: id,
      })
    await expect
      .poll(async () => (await get<MetricsReport>(guarded, '/api/metrics')).latest?.disk ?? 100, LIMIT)
      .toBeLessThan(90)
    expect((await readAlerts(guarded)).length).toBe(1)
    expect(existsSync(join(home, 'logs', 'server.log'))).toBe(true)
  },
)

/** Behind the back of everybody: its workspace is nobody's then. */
function forgetAgent(home: string, name: string): void {
  const database = new DatabaseSync(join(home, 'cmux.db'), { timeout: 10_000 })
  database.prepare('delete from agents where name = ?').run(name)
  database.close()
}

test('[W3] [P6] old metrics, releases and workspaces of nobody go when they are over the budget, and no work with them', async () => {
  const home = join(cmux.folder, 'cleaning')
  const first = join(home, 'releases', 'first')
  mkdirSync(first, { recursive: true, mode: 0o700 })
  utimesSync(first, LONG_AGO, LONG_AGO)
  await using team = await startTeam(cmux, 'cleaning', {
    watchdog: PATIENT,
    settings: { disk: { everySec: 0.3, budgetMb: 4 } },
  })
  // The watchdog clears up once its release is proven; what comes after that is left to the server.
  await expect.poll(() => existsSync(first), LIMIT).toBe(false)
  const shop = makeRepository(join(cmux.folder, 'shop'))
  await team.ask('POST', '/api/projects', { path: shop.path })
  const serving = readdirSync(join(home, 'releases'))
  const hours = `${LONG_AGO.toISOString().slice(0, 10)}.jsonl`
  mkdirSync(join(home, 'metrics', 'hours'), { recursive: true })
  plantOld(join(home, 'metrics', 'hours', hours), 3 * MIB)
  for (const [name, at] of [
    ['older', LONG_AGO],
    ['old', new Date(LONG_AGO.getTime() + 86_400_000)],
  ] as const) {
    mkdirSync(join(home, 'releases', name))
    writeFileSync(join(home, 'releases', name, 'server.mjs'), Buffer.alloc(3 * MIB, 1))
    utimesSync(join(home, 'releases', name), at, at)
  }
  // The rest fits.
  const gone = [`metrics ${hours}`, 'release older']
  await expect.poll(() => cleanings(team.cmux), LIMIT).toEqual(gone)
  expect(readdirSync(join(home, 'releases')).toSorted()).toEqual([...serving, 'old'].toSorted())

  const [nest, ghost] = [join(home, 'workspaces', 'shop', 'nest'), join(home, 'workspaces', 'shop', 'ghost')]
  for (const name of ['nest', 'ghost']) {
    await team.spawn(name, { project: 'shop' })
    await team.becomes(name, 'idle')
    await team.ask('POST', `/api/agents/${name}/stop`)
    await team.becomes(name, 'stopped')
  }
  const committed = openRepository(ghost).commit({ 'done.txt': 'done\n' })
  writeFileSync(join(ghost, 'unsaved.txt'), 'precious\n'.repeat(MIB / 2))
  // Not ours to bring home: it stays with all that is around it.
  makeRepository(join(nest, 'inner'))
  for (const name of ['nest', 'ghost']) forgetAgent(home, name)
  const before = new Date(LONG_AGO.getTime() - 1000)
  utimesSync(nest, before, before)
  utimesSync(ghost, LONG_AGO, LONG_AGO)
  await expect
    .poll(() => cleanings(team.cmux), LIMIT)
    .toEqual([...gone, 'release old', 'workspace shop/ghost'])
  expect([existsSync(ghost), existsSync(join(nest, 'inner', '.git'))]).toEqual([false, true])
  expect(readFileSync(join(home, 'logs', 'server.log'), 'utf8')).toContain('removing workspace shop/nest')
  expect(readdirSync(join(home, 'releases'))).toEqual(serving)
  expect(shop.git('rev-parse', 'agent/ghost')).toBe(committed)
  expect(shop.git('cat-file', '-s', 'stash@{0}:unsaved.txt')).toBe(String(9 * (MIB / 2)))
})

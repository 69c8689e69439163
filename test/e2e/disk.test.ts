// A small disk that fills up under a whole cmux: told before it is full, cleaned within the budget, nothing lost, and over when there is
// room again.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Alert } from '../../src/protocol/alert.ts'
import type { Event } from '../../src/protocol/event.ts'
import type { MetricsReport } from '../../src/protocol/metrics.ts'
import { ask } from '../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../fixtures/guarded-cmux.ts'
import { findMountObstacle, mountMemory } from '../fixtures/mounts.ts'

const obstacle = findMountObstacle()
// oxlint-disable-next-line no-console
if (obstacle) console.warn(`NOT RUN: a disk that fills up, since ${obstacle}`)

const LIMIT = { timeout: 60_000, interval: 100 }
const MIB = 1024 ** 2
const SIZE_MIB = 128
const LONG_AGO = new Date(Date.now() - 8 * 86_400_000)

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
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

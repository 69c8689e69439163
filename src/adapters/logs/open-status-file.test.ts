import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRandom } from '../../../test/sim/random.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { keepStatusFile } from '../../core/events/keep-status-file.ts'
import { makePulse } from '../../core/events/pulse.ts'
import type { FeedSources } from '../../core/events/open-feed.ts'
import { makeSystemClock } from '../clock/system-clock.ts'
import { makeMemoryStore } from '../store/memory-store.ts'
import { openStatusFile } from './open-status-file.ts'

const LIMITS = { maxBytes: 4000, keep: 50 }
const LINE = /^\S+ (?:INFO|WARN) (?:#(\d+) agent\.resumed by=test agent="anna"|watchdog good release="r")$/

/** All lines that are there, the oldest first. */
function readAll(path: string): string[] {
  const names = Array.from({ length: LIMITS.keep }, (_, index) => `${path}.${LIMITS.keep - index}`)
  const texts = [...names, path].filter((name) => existsSync(name)).map((name) => readFileSync(name, 'utf8'))
  return texts.join('').split('\n')
}

test('[X2] [P10] each event has one line, in order, however often who writes is killed in the middle of one', async () => {
  using folder = makeTempFolder()
  const path = join(folder.path, 'status.log')
  const clock = makeSystemClock()
  const pulse = makePulse()
  const store = await makeMemoryStore({ clock, onCommit: pulse.publish, onLostTrust: () => undefined })
  const feed: FeedSources = { log: () => store.read.events, pulse, archived: () => store.read.archive.edge() }
  const random = makeRandom(1)
  for (let life = 0; life < 60; life += 1) {
    const stop = new AbortController()
    const failures: unknown[] = []
    const file = openStatusFile(path, LIMITS)
    const writing = keepStatusFile(
      { feed, file, clock, onError: (error) => failures.push(error) },
      stop.signal,
    )
    for (let count = random.between(1, 6); count > 0; count -= 1)
      await store.write(async ({ events }) => {
        await events.append({ type: 'agent.resumed', actor: 'test', data: { agent: 'anna' as never } })
      })
    const head = await store.read.events.head()
    await expect.poll(async () => (await file.readEnd()).last).toBe(head)
    stop.abort()
    await writing
    expect(failures).toEqual([])
    if (random.chance(0.3)) appendFileSync(path, '2026-01-02T03:04:05.678Z INFO watchdog good release="r"\n')
    // As if it had been killed while this was on its way to the disk.
    else truncateSync(path, readFileSync(path).length - random.between(0, 40))
  }
  const stop = new AbortController()
  const file = openStatusFile(path, LIMITS)
  const writing = keepStatusFile({ feed, file, clock, onError: () => undefined }, stop.signal)
  const head = await store.read.events.head()
  await expect.poll(async () => (await file.readEnd()).last).toBe(head)
  stop.abort()
  await writing
  await store.close()
  const lines = readAll(path)
  expect(lines.pop()).toBe('')
  expect(lines.filter((line) => !LINE.test(line))).toEqual([])
  const numbers = lines.flatMap((line) => LINE.exec(line)?.[1] ?? [])
  expect(numbers).toEqual(Array.from({ length: head }, (_, index) => String(index + 1)))
  expect(existsSync(`${path}.1`)).toBe(true)
})

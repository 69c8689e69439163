// Stopping with writes in flight: what was answered with yes is on disk, what was not is there whole or not at all.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../../fixtures/ask.ts'
import { askSteadily } from '../../fixtures/ask-steadily.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { findLostWrites } from '../../fixtures/kill-everywhere.ts'

let cmux: BuiltCmux
beforeAll(async () => {
  cmux = await buildCmux()
})
afterAll(() => cmux[Symbol.dispose]())

const LIMIT = { timeout: 30_000, interval: 20 }
const WRITERS = 8
/** So many that the stop comes while some are under way. */
const BEFORE_THE_STOP = 50

interface Writers {
  readonly accepted: readonly string[]
  /** Resolves when each has met its end. */
  end(): Promise<void>
}

function startWriters(guarded: GuardedCmux): Writers {
  const accepted: string[] = []
  const load = askSteadily(WRITERS, async () => {
    const body = { role: 'observer', label: 'in flight' }
    const question = { method: 'POST', path: '/api/tokens', token: guarded.owner, body }
    const reply = await ask(guarded, question).catch(() => undefined)
    if (reply?.status === 201) accepted.push((reply.json as { id: string }).id)
    return String(reply?.status)
  })
  return { accepted, end: async () => void (await load.end()) }
}

test.each<[what: string, stop: (guarded: GuardedCmux) => Promise<unknown>]>([
  ['`down`', (guarded) => guarded.run('down')],
  ['`restart` and `down`', async (guarded) => [await guarded.run('restart'), await guarded.run('down')]],
  [
    'SIGTERM of the server and `down`',
    async (guarded) => {
      const { leader } = await guarded.family()
      process.kill(leader, 'SIGTERM')
      await expect.poll(async () => (await guarded.family()).leader, LIMIT).not.toBe(leader)
      return guarded.run('down')
    },
  ],
])(
  '[H12] %s with writes in flight loses none that was accepted, and leaves nothing half done',
  async (name, stop) => {
    await using guarded = await startGuarded(cmux, name.replaceAll(/\W+/g, '-'))
    await guarded.family()
    const writers = startWriters(guarded)
    await expect.poll(() => writers.accepted.length, LIMIT).toBeGreaterThan(BEFORE_THE_STOP)
    await stop(guarded)
    await writers.end()
    const path = join(guarded.home, 'cmux.db')
    // Closed in order: nothing is left in a log that the next start would have to read.
    expect(existsSync(`${path}-wal`)).toBe(false)
    expect(findLostWrites(path, writers)).toEqual([])
    expect(await guarded.run('up', '--no-open')).toMatchObject({ code: 0 })
  },
)

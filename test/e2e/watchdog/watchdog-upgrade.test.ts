// Changing the watchdog itself: a good one takes over, and only with a yes. The port answers throughout.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { PATIENT } from '../../fixtures/guarded-cmux.ts'
import { openUpgradeBench, type UpgradeBench } from '../../fixtures/upgrade-bench.ts'

let bench: UpgradeBench
beforeAll(async () => {
  bench = await openUpgradeBench()
})
afterEach(() => bench.end())
afterAll(() => bench[Symbol.dispose]())

test('[P4] [P3] a good new watchdog takes over without a failed request, and is the proven one after its soak', async () => {
  const guarded = await bench.start(PATIENT)
  const old = await bench.show()
  const { result, before, after, counts } = await bench.upgrade((program) => `${program}\n// Another one.\n`)
  expect(result).toMatchObject({ code: 0 })
  expect(after.watchdog).not.toBe(before.watchdog)
  expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
  const { guard } = JSON.parse(result.stdout) as { guard: string }
  expect(await bench.show()).toMatchObject({ proven: guard, previous: old.proven, next: null, refused: null })
  expect(readFileSync(join(guarded.home, 'status.log'), 'utf8')).toContain('INFO watchdog guard proved')
  // The one that was proved is also the one that a crash brings back.
  process.kill(after.watchdog, 'SIGKILL')
  await expect
    .poll(async () => (await guarded.family()).watchdog, { timeout: 30_000 })
    .not.toBe(after.watchdog)
  expect(await bench.show()).toMatchObject({ proven: guard })
})

test('[P7] a new watchdog needs a yes, and `up` with another build does not bring one', async () => {
  const guarded = await bench.start()
  const build = bench.change((program) => `${program}\n// Yet another one.\n`)
  const old = await bench.show()
  const before = await guarded.family()
  expect(await build.run(guarded.home, 'watchdog', 'upgrade')).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('(NOT_CONFIRMED)'),
  })
  expect((await guarded.family()).watchdog).toBe(before.watchdog)
  expect(await guarded.run('down')).toMatchObject({ code: 0 })
  expect(await build.run(guarded.home, 'up', '--no-open')).toMatchObject({ code: 0 })
  expect(await bench.show()).toMatchObject({ proven: old.proven, next: null, refused: null })
  const note = 'this build has another watchdog; `cmux watchdog upgrade` switches to it'
  for (const verb of [['watchdog', 'status'], ['status'], ['release', 'list'], ['doctor']])
    expect([verb, (await build.run(guarded.home, ...verb)).stdout]).toEqual([
      verb,
      expect.stringContaining(note),
    ])
})

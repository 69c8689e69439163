// Checks of changes at their worst, what is kept of what they say, and the look for what nothing uses.
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { listMarked } from '../../fixtures/list-marked.ts'
import { sampleSize } from '../../fixtures/sample-rows.ts'
import { openChangeBench, type ChangeBench } from '../../fixtures/change-bench.ts'

const LIMIT = { timeout: 30_000, interval: 20 }
const MB = 1024 ** 2
const EDIT = [{ file: 'a.txt', type: 'modify', content: 'two\n' }]
const findings = (change: Change) => change.checks.find(({ name }) => name === 'wired-in')
/** Its own session, its parent gone, nothing of our environment, and its output elsewhere. */
const daemon = (marker: string) =>
  `env -i setsid sh -c 'sleep ${marker} & exit 0' >/dev/null 2>&1 < /dev/null`

/** By what was asked of it, since nothing else of ours is left on it. */
function countSleepers(marker: string): number {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8') === `sleep\0${marker}\0`
    } catch {
      return false // gone meanwhile
    }
  }).length
}

describe.each(['auto', 'off'] as const)('with walls %s', (mode) => {
  let bench: ChangeBench
  beforeAll(async () => {
    bench = await openChangeBench({ agents: { confine: { mode } }, improve: { checkMemoryMb: 200 } })
  })
  afterAll(async () => bench[Symbol.asyncDispose]())

  const refuse = async (check: string, timeoutSec = 60) => {
    const shop = await bench.openShop({ check, timeoutSec })
    const change = await shop.plan(EDIT)
    await shop.execute(change)
    return bench.becomes(change.id, 'refused')
  }

  test('[I5] [P8] a check that leaves a daemon behind leaves nothing behind', async () => {
    const marker = `${process.pid}${mode === 'off' ? 1 : 2}`
    const { id, checks } = await refuse(`${daemon(marker)}; sleep 0.3; exit 7`)
    expect(checks).toMatchObject([{ detail: 'failed with exit code 7' }])
    await expect.poll(() => countSleepers(marker), LIMIT).toBe(0)
    expect(listMarked(id)).toEqual([])
  })

  test('[I5] [P8] a check that takes all memory is ended for it', async () => {
    const script = 'const a=[];setInterval(()=>a.push(Buffer.alloc(32*1024*1024,1)),10)'
    const { id, checks } = await refuse(`node -e '${script}'`)
    expect(checks).toMatchObject([{ detail: 'was ended: it took more than 200 MB of memory' }])
    expect(listMarked(id)).toEqual([])
  })

  test('[I5] [P8] a check that kills itself, and one that hangs, end with a clear word', async () => {
    expect((await refuse('kill -9 $$')).checks).toMatchObject([{ detail: 'was killed by SIGKILL' }])
    expect((await refuse('trap "" TERM; sleep 1000', 1)).checks).toMatchObject([{ outcome: 'overdue' }])
  })
})

describe('what a check says', () => {
  let bench: ChangeBench
  beforeAll(async () => {
    bench = await openChangeBench()
  })
  afterAll(async () => bench[Symbol.asyncDispose]())

  const output = async (id: string, from = 0) =>
    (await bench.get(`/api/improvements/${id}/output?check=test&from=${from}`)).json as {
      text: string
      next: number
      done: boolean
    }
  const eventsOf = async (type: string, id: string) => {
    const { json } = await bench.get(`/api/events?types=${type}&limit=1000`)
    return (json as { items: { data: { id: string } }[] }).items.filter(({ data }) => data.id === id)
  }

  test('[I5] can be read while it runs, whole characters at a time, and afterwards', async () => {
    const goOn = join(bench.words, 'go-on')
    const shop = await bench.openShop({
      check: `printf 'grü\\303'; until test -e ${goOn}; do sleep 0.05; done; printf '\\237e\\n'`,
    })
    const change = await shop.plan(EDIT)
    await shop.execute(change)
    await expect.poll(() => output(change.id), LIMIT).toEqual({ text: 'grü', next: 4, done: false })
    expect((await bench.show(change.id)).running).toMatchObject({ check: 'test' })
    expect(await eventsOf('change.checking', change.id)).toMatchObject([{ data: { check: 'test' } }])
    expect(await eventsOf('change.output', change.id)).toMatchObject([{ data: { bytes: 5 } }])
    writeFileSync(goOn, '')
    await bench.becomes(change.id, 'good')
    expect(await output(change.id, 4)).toEqual({ text: 'ße\n', next: 8, done: true })
  })

  test('[I5] [P8] is kept in its beginning and its end when it is 256 MB, or a gigabyte in a soak, and our memory stays', async () => {
    const bytes = sampleSize({ whole: 1024, sample: 256 }) * MB
    const shop = await bench.openShop({
      check: `echo begins; head -c ${bytes} /dev/zero | tr "\\0" x; echo ends; exit 1`,
      timeoutSec: 300,
    })
    const change = await shop.plan(EDIT)
    const before = process.memoryUsage().rss
    await shop.execute(change)
    const { checks } = await bench.becomes(change.id, 'refused')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * MB)
    expect(checks[0]?.tail.endsWith('xends\n')).toBe(true)
    const log = join(bench.server.home, 'changes', change.id, 'output', 'test.log')
    const text = readFileSync(log, 'utf8')
    expect(statSync(log).size).toBeLessThan(1.1 * MB)
    expect([text.startsWith('begins\nx'), text.endsWith('xends\n')]).toEqual([true, true])
    expect(text).toMatch(/\n… \d+ bytes are left out here …\n/)
  })

  test('[I3] [I14] a change has a mark of what was before, and copies with their sums', async () => {
    const shop = await bench.openShop()
    const change = await shop.plan([...EDIT, { file: 'b.txt', type: 'delete' }])
    await shop.execute(change)
    const { checkpoint } = await bench.becomes(change.id, 'good')
    const tag = `cmux/before/${change.id}`
    expect(checkpoint).toMatchObject({ commit: change.base, tag })
    expect(shop.repository.git('rev-parse', tag)).toBe(change.base)
    expect(shop.repository.git('rev-parse', `refs/cmux/checkpoints/${change.id}`)).toBe(change.base)
    const manifest = join(checkpoint?.backups ?? '', `${change.head}.manifest.json`)
    const sha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toEqual({
      from: change.base,
      to: change.head,
      files: [
        { path: 'a.txt', mode: '100644', sha256 },
        { path: 'b.txt', mode: '100644', sha256 },
      ],
    })
  })

  describe('of what nothing uses', () => {
    test('[I5] what is new stops a change, and what was there before does not', async () => {
      const rules = { wiredIn: { run: 'cat unused.txt' } }
      const shop = await bench.openShop({ rules, files: { 'unused.txt': 'x.ts:3 old\n', 'a.txt': 'one\n' } })
      const harmless = await shop.plan([{ file: 'unused.txt', type: 'modify', content: '\nx.ts:9 old\n' }])
      await shop.execute(harmless)
      expect(findings(await bench.becomes(harmless.id, 'good'))).toMatchObject({ outcome: 'passed' })
      const change = await shop.plan([{ file: 'unused.txt', type: 'modify', content: 'x.ts old\nnew\n' }])
      await shop.execute(change)
      const refused = await bench.becomes(change.id, 'refused')
      expect(findings(refused)).toMatchObject({ tail: 'new', detail: 'found 1 new unused export or file' })
      expect(refused.note).toContain('wired-in found 1 new unused export or file')
    })

    test('[I5] knip is asked where it is installed', async () => {
      const shop = await bench.openShop()
      const bin = join(shop.repository.path, 'node_modules', '.bin')
      mkdirSync(bin, { recursive: true })
      const issue = '{"file":"a.txt","exports":[{"name":"'
      writeFileSync(
        join(bin, 'knip'),
        `#!/bin/sh\necho '{"issues":[${issue}'"$(cat a.txt)"'"}]}]}'; exit 1\n`,
      )
      chmodSync(join(bin, 'knip'), 0o755)
      writeFileSync(join(shop.repository.path, '.git', 'info', 'exclude'), 'node_modules\n')
      const change = await shop.plan(EDIT)
      await shop.execute(change)
      const refused = await bench.becomes(change.id, 'refused')
      expect(findings(refused)).toMatchObject({ tail: 'exports a.txt two', outcome: 'failed' })
      expect(existsSync(join(shop.repository.path, 'a.txt'))).toBe(true)
    })

    test('[I5] where there is nothing to ask, that is told', async () => {
      const shop = await bench.openShop()
      const change = await shop.plan(EDIT)
      await shop.execute(change)
      await bench.becomes(change.id, 'good')
      const told = await eventsOf('change.checked', change.id)
      expect(told).toMatchObject([
        { data: { check: 'test' } },
        { data: { check: 'wired-in', outcome: 'skipped' } },
      ])
    })
  })
})

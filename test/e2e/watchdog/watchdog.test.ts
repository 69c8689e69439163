// The whole family of real processes, and what happens when any of them is killed or stopped.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProcesses } from '../../../src/host/find-processes.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { createToken, FAULTS, tokenIds } from '../../fixtures/faults.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'
import { watchLead } from '../../fixtures/lead-watch.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

describe('a fault', () => {
  let guarded: GuardedCmux
  let kept: string[]
  let socket: string
  let pane: string

  const tmux = (...args: string[]) =>
    execFileSync('tmux', ['-L', socket, ...args], { encoding: 'utf8' }).trim()

  beforeAll(async () => {
    guarded = await startGuarded(cmux, 'faults')
    kept = [await createToken(guarded)]
    socket = `cmux-test-${process.pid}`
    tmux('new-session', '-d', '-s', 'agents', 'sleep 600')
    pane = tmux('list-panes', '-a', '-F', '#{pane_pid}')
  })

  afterAll(async () => {
    tmux('kill-server')
    await guarded[Symbol.asyncDispose]()
  })

  test.each(sampleRows('faults', FAULTS, { count: 1, groupOf: ({ signal }) => signal }))(
    '[P4] [P3] [P1] [H1] [H4] [H6] $signal of $victims refuses nobody, loses nothing, is mended, and one leads at a time, once',
    async (fault) => {
      const before = await guarded.family()
      const lead = watchLead(guarded)
      const load = startLoad(guarded, { clients: 4 })
      const pids = fault.victims.map((victim) => before[victim])
      for (const pid of pids) process.kill(pid, fault.signal)
      await expect
        .poll(() => pids.filter((pid) => findProcesses(guarded.home).includes(pid)), { timeout: 50_000 })
        .toEqual([])
      await guarded.family()
      const counts = await load.end()
      expect(counts['ECONNREFUSED'] ?? 0).toBe(0)
      expect(counts['200']).toBeGreaterThan(0)
      kept.push(await createToken(guarded))
      expect(await tokenIds(guarded)).toEqual(expect.arrayContaining(kept))
      expect(tmux('list-panes', '-a', '-F', '#{pane_pid}')).toBe(pane)
      expect(await lead.end()).toEqual([])
    },
  )
})

test('[H5] [P10] a recovery is in the journal, in status, and once in the history however often it is brought in', async () => {
  await using guarded = await startGuarded(cmux, 'told')
  const { leader } = await guarded.family()
  // The standby's if it has loaded by now.
  process.kill(leader, 'SIGKILL')
  await expect
    .poll(async () => (await guarded.run('status')).stdout, { timeout: 30_000 })
    .toMatch(/last recovery: \d+ s ago, killed, by (?:standby|restart)\n/)
  const days = join(guarded.home, 'journal', 'cmux')
  const [day = ''] = readdirSync(days)
  const read = () => readFileSync(join(days, day, 'journal.md'), 'utf8')
  // The watchdog's own words stand there until the server has made them a part of its page.
  await expect.poll(read, { timeout: 20_000 }).toMatch(/^> recovered: /m)
  const journal = read()
  expect(journal).toMatch(
    /^## [\d:]{8} recovery\n\n> failed: Release \S+ was killed by a signal that cmux did not send\. Next: restart\.\n/m,
  )
  expect(journal).toMatch(
    /> - ended: signal SIGKILL\n[\s\S]*> - tried: restart\n> - by: (?:standby|restart)\n/,
  )
  expect(journal).toMatch(/> - last words of the server:\n(?:>\n)+> {5}\S/)
  expect(journal.match(/failed: Release/g)).toHaveLength(1)

  const listRecords = async () => {
    const { json } = await ask(guarded, { path: '/api/events?limit=1000', token: guarded.owner })
    const { items } = json as { items: { type: string; data: { record?: string; kind?: string } }[] }
    return items.filter(({ type }) => type === 'watchdog.acted').map(({ data }) => data)
  }
  await expect.poll(async () => (await listRecords()).length).toBeGreaterThan(1)
  const [first] = await listRecords()
  // As if the server had died between the commit and the removal of the file.
  const path = join(guarded.home, 'watchdog', 'records', first?.record ?? '')
  writeFileSync(path, JSON.stringify({ kind: first?.kind, at: new Date().toISOString() }))
  await expect.poll(() => existsSync(path), { timeout: 20_000 }).toBe(false)
  const names = (await listRecords()).map(({ record }) => record)
  expect(names).toEqual([...new Set(names)])
})

test('[P4] without a standby a killed server is back as well', async () => {
  await using guarded = await startGuarded(cmux, 'alone', { standby: false })
  const [first] = findProcesses(guarded.home, ['server.mjs'])
  process.kill(first!, 'SIGKILL')
  await expect.poll(async () => (await guarded.run('status')).code, { timeout: 15_000 }).toBe(0)
  const servers = findProcesses(guarded.home, ['server.mjs'])
  expect([servers.length, servers.includes(first!)]).toEqual([1, false])
})

// What a rehearsal finds before anything can be harmed: each broken candidate is refused at its step, by name, while the old
// release serves on and the live data stays as it is.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allMigrations } from '../../../src/adapters/store/migrations/all-migrations.ts'
import { findProcesses } from '../../../src/host/find-processes.ts'
import { listProcesses } from '../../../src/host/list-processes.ts'
import type { Event } from '../../../src/protocol/event.ts'
import type { Rehearsal } from '../../../src/protocol/releases/rehearsal.ts'
import { signalProcess } from '../../../src/host/signal-process.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { PATIENT, startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { pageFile } from '../../fixtures/page-file.ts'
import { lendCompiledCode } from '../../fixtures/lend-compiled-code.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let first: string

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'rehearsal', PATIENT, {
    rehearsal: { startSec: 15, checkSec: 30, stopSec: 30 },
  })
  await guarded.family()
  await untilGood(1)
  first = readLedger().current
})

afterAll(async () => {
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

interface Ledger {
  readonly current: string
  readonly good: readonly string[]
}

function readLedger(): Ledger {
  return JSON.parse(readFileSync(join(guarded.home, 'watchdog', 'state.json'), 'utf8')) as Ledger
}

const untilGood = (count: number) =>
  vi.waitFor(
    () => {
      if (readLedger().good.length < count) throw new Error('not good yet')
    },
    { timeout: 20_000 },
  )

/** All that is kept but the history and the login codes, which the load goes on making. */
function sumOfData(): string {
  const database = new DatabaseSync(join(guarded.home, 'cmux.db'), { readOnly: true })
  const tables = ['sqlite_master', 'tokens', 'schema_versions']
  const rows = tables.map((table) => database.prepare(`select * from ${table}`).all())
  database.close()
  return createHash('sha256').update(JSON.stringify(rows)).digest('hex')
}

async function lastRehearsed(): Promise<Event['data'] | undefined> {
  const answer = await fetch(`http://127.0.0.1:${guarded.port}/api/events?limit=1000`, {
    headers: { authorization: `Bearer ${guarded.owner}` },
  })
  const { items } = (await answer.json()) as { items: Event[] }
  return items.findLast(({ type }) => type === 'release.rehearsed')?.data
}

/** Processes that have anything to do with a rehearsal of this home. */
const rehearsing = () =>
  listProcesses().filter(({ args }) => args.some((word) => word.startsWith(join(guarded.home, 'rehearsals'))))
const copies = () =>
  readdirSync(join(guarded.home, 'rehearsals'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )

const SERVES_500 = `
  import http from 'node:http'
  import { writeFileSync } from 'node:fs'
  const home = process.argv[process.argv.indexOf('--home') + 1]
  const server = http.createServer((_, response) => response.writeHead(500).end('{}')).listen(0, '127.0.0.1', () => {
    const { port } = server.address()
    const instance = { url: 'http://127.0.0.1:' + port, pid: process.pid, port, startedAt: 'now' }
    writeFileSync(home + '/instance.json', JSON.stringify(instance))
  })
`
const REFUSES_THE_DATA = `
  process.stderr.write('cmux: this data is strange to me (STORE_CORRUPT)\\nhint: try another\\n')
  process.exit(1)
`
/** Well in all it does, and after its end the data is not what it was. */
const leaves = (statement: string) => `
  import { DatabaseSync } from 'node:sqlite'
  const home = process.argv[process.argv.indexOf('--home') + 1]
  process.on('exit', () => new DatabaseSync(home + '/cmux.db').exec(${JSON.stringify(statement)}))
  await import('./well.mjs')
`
/** Says that a message is accepted, and has none afterwards. */
const LOSES_MAIL = `
  import { DatabaseSync } from 'node:sqlite'
  const home = process.argv[process.argv.indexOf('--home') + 1]
  const database = new DatabaseSync(home + '/cmux.db')
  database.exec('create trigger lose after insert on messages begin delete from messages where seq = new.seq; end')
  database.close()
  await import('./well.mjs')
`
const NEWEST = allMigrations.length
const HANGS = 'setInterval(() => undefined, 1000)'

const program = (text: string) => (folder: string) => putBeforeServer(folder, text)

function claimOldSchemas(folder: string): void {
  const path = join(folder, 'manifest.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...manifest, schema: { reads: [0, 0] } }))
}

interface Broken {
  readonly id: string
  readonly change: (folder: string) => void
  readonly leg?: string
  readonly check: string
  readonly words: string
}

const BROKEN: readonly Broken[] = [
  {
    id: 'crashes',
    change: program('process.exit(1)'),
    check: 'starts',
    words: 'it ended at its start (exit 1)',
  },
  { id: 'hangs', change: program(HANGS), check: 'starts', words: 'it took longer than 15 s' },
  { id: 'serves-500', change: program(SERVES_500), check: 'health', words: 'answered 500' },
  {
    id: 'lacks-its-page',
    change: (folder) => rmSync(join(folder, 'web', 'index.html')),
    check: 'front end',
    words: 'index.html is missing (GET / answered 404)',
  },
  {
    id: 'lacks-a-script',
    change: (folder) => rmSync(join(folder, 'web', pageFile(folder, 'script'))),
    check: 'front end',
    words: '.js is missing (GET /assets/main-',
  },
  {
    id: 'is-too-old',
    change: claimOldSchemas,
    check: 'schema',
    words: `it knows schemas 0 to 0, and the data has ${NEWEST}`,
  },
  {
    id: 'refuses-the-data',
    change: program(REFUSES_THE_DATA),
    check: 'starts',
    words: 'cmux: this data is strange to me (STORE_CORRUPT)',
  },
  {
    id: 'loses-mail',
    change: program(LOSES_MAIL),
    check: 'message round trip',
    words: 'the same message again was answered with 201',
  },
  {
    id: 'burns-the-bridge',
    change: program(
      leaves(`insert into schema_versions values (${NEWEST + 1}, 'next', ${NEWEST + 1}, 'now')`),
    ),
    leg: 'back',
    check: 'schema',
    words: `it knows schemas 0 to ${NEWEST}, and the data has ${NEWEST + 1} (readable from ${NEWEST + 1})`,
  },
  {
    id: 'drops-a-table',
    change: program(leaves('drop table tokens')),
    leg: 'back',
    check: 'starts',
    words: 'no such table: tokens',
  },
  {
    id: 'forgets-what-was-written',
    change: program(leaves("delete from tokens where label = 'rehearsal'")),
    leg: 'back',
    check: 'store read',
    words: 'is gone, which was written before',
  },
]

/** Two that fail on the way forward, and two on the way back. */
const PLAYED = sampleRows('broken candidates', BROKEN, {
  count: 2,
  groupOf: ({ leg = 'forward' }) => leg,
})

describe('a broken candidate', () => {
  test.each(PLAYED)('[P5] [P4] [R6] [H7] that $id is refused at its rehearsal, at $check', async (broken) => {
    const { id, change, leg = 'forward', check, words } = broken
    plantRelease(guarded.home, id, first, change)
    const before = { family: await guarded.family(), data: sumOfData(), ledger: readLedger() }
    const load = startLoad(guarded, { clients: 4, keepAlive: true, writers: 2 })
    const result = await guarded.run('release', 'promote', id)
    const counts = await load.end()
    expect(result).toMatchObject({ code: 1, stdout: '' })
    const where = leg === 'forward' ? check : `${leg}: ${check}`
    expect(result.stderr).toContain(`cmux: the rehearsal refused it: ${where}: `)
    expect(result.stderr).toContain(words)
    expect(await lastRehearsed()).toMatchObject({
      release: id,
      passed: false,
      failed: { leg, check, detail: expect.stringContaining(words) as string },
    })
    expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
    expect({ family: await guarded.family(), data: sumOfData(), ledger: readLedger() }).toEqual(before)
    expect([rehearsing(), copies()]).toEqual([[], []])
  })

  test('[P5] of which a file is not what was built is refused without being started', async () => {
    plantRelease(guarded.home, 'changed-later', first)
    writeFileSync(join(guarded.home, 'releases', 'changed-later', 'server.mjs'), HANGS)
    const { code, stderr } = await guarded.run('release', 'promote', 'changed-later')
    expect([code, stderr]).toEqual([1, expect.stringContaining('sums: server.mjs is not what was built')])
  })
})

/** Like any release, but when it is rehearsed it leaves a terminal behind, and ends badly if it has no compiled code, or if there is a
 * backup: a copy of a copy would help nobody. */
const LEAVES_TRACES = `
  import { execFileSync } from 'node:child_process'
  import { existsSync, readdirSync } from 'node:fs'
  if (process.env.CMUX_REHEARSING) {
    if (!existsSync('watchdog/compile-cache/well/server')) process.exit(8)
    execFileSync('tmux', ['-L', 'rehearsed-${process.pid}', 'new-session', '-d', 'sleep 600'])
    process.on('exit', () => { if (readdirSync('backups').length > 0) process.exitCode = 9 })
  }
  await import('./well.mjs')
`

describe('a well candidate', () => {
  test('[R7] [P5] passes forward, back and forward again, leads, and `release rehearsal` shows it', async () => {
    plantRelease(guarded.home, 'well', first, program(LEAVES_TRACES))
    lendCompiledCode(guarded.home, 'well')
    expect(await guarded.run('release', 'promote', 'well')).toMatchObject({ code: 0, stderr: '' })
    await expect.poll(() => readLedger().current).toBe('well')
    const shown = await guarded.run('release', 'rehearsal')
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toContain(`Release well, rehearsed `)
    expect(shown.stdout).toContain(`It passed: well runs on a copy of the data, ${first} can take over again`)
    expect(shown.stdout).toMatch(/^forward +message round trip +ok .*took the confirmation/m)
    const report = JSON.parse(
      (await guarded.run('release', 'rehearsal', 'well', '--json')).stdout,
    ) as Rehearsal
    expect(report).toMatchObject({ candidate: 'well', against: first, schema: NEWEST, passed: true })
    expect([...new Set(report.steps.map((step) => step.leg))]).toEqual(['forward', 'back', 'forward again'])
    const terminals = listProcesses().filter(({ args }) => args.includes(`rehearsed-${process.pid}`))
    expect([rehearsing(), copies(), terminals]).toEqual([[], [], []])
  })

  test('[R7] a good release is gone back to without a rehearsal', async () => {
    await untilGood(2)
    const before = await lastRehearsed()
    await guarded.family()
    expect(await guarded.run('release', 'rollback')).toMatchObject({ code: 0 })
    await guarded.family()
    expect(await guarded.run('release', 'promote', 'well')).toMatchObject({ code: 0 })
    expect(await lastRehearsed()).toEqual(before)
  })

  test('[R7] `release rehearsal` makes a rehearsal where there is none, again when asked, and fails with a failed one', async () => {
    expect(existsSync(join(guarded.home, 'rehearsals', `${first}.json`))).toBe(false)
    const made = await guarded.run('release', 'rehearsal', first, '--json')
    const again = await guarded.run('release', 'rehearsal', first, '--again', '--json')
    const [one, other] = [made, again].map(({ stdout }) => JSON.parse(stdout) as Rehearsal)
    expect([made.code, one?.passed, again.code, other?.passed]).toEqual([0, true, 0, true])
    expect(other?.at).not.toBe(one?.at)
    plantRelease(guarded.home, 'fails', first, program('process.exit(1)'))
    const failed = await guarded.run('release', 'rehearsal', 'fails')
    expect([failed.code, failed.stderr]).toEqual([1, ''])
    expect(failed.stdout).toContain('It failed: starts: it ended at its start (exit 1)')
  })
})

/** A candidate that hangs at its start, and the moment when it does. */
async function beginHanging(id: string): Promise<{ outcome: ReturnType<GuardedCmux['run']>; copy: string }> {
  plantRelease(guarded.home, id, first, program(HANGS))
  const outcome = guarded.run('release', 'promote', id)
  const copy = await vi.waitFor(() => {
    const [found] = rehearsing()
    if (!found) throw new Error('nothing is rehearsed yet')
    return found.args[found.args.indexOf('--home') + 1] ?? ''
  }, 20_000)
  return { outcome, copy }
}

async function nothingLeft(): Promise<void> {
  await expect.poll(() => [rehearsing(), copies()], { timeout: 20_000 }).toEqual([[], []])
}

describe('a rehearsal under way', () => {
  test('[P5] keeps a second one out', async () => {
    const { outcome } = await beginHanging('hangs-alone')
    const second = await guarded.run('release', 'rehearsal', first, '--again')
    expect([second.code, second.stderr]).toEqual([
      1,
      expect.stringContaining('release hangs-alone is being rehearsed (CONFLICT)'),
    ])
    for (const { pid } of rehearsing()) signalProcess(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('starts: it ended at its start (SIGKILL)') as string,
    })
  })

  test('[P8] ends with a server that is killed, leaves nothing, and the asker hears of it', async () => {
    const { leader } = await guarded.family()
    const { outcome } = await beginHanging('outlives')
    process.kill(leader, 'SIGKILL')
    expect(await outcome).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('another server took over in the middle') as string,
    })
    await nothingLeft()
    // It was given up, and not played to an end that nobody waited for.
    expect(existsSync(join(guarded.home, 'rehearsals', 'outlives.json'))).toBe(false)
  })

  test('[P8] that is killed itself is cleaned up by the next server', async () => {
    const { outcome, copy } = await beginHanging('orphans')
    const isRehearsal = (args: readonly string[]) =>
      args.some((word) => word.endsWith('rehearse.mjs')) && args.includes(guarded.home)
    for (const { pid, args } of listProcesses()) if (isRehearsal(args)) signalProcess(pid, 'SIGKILL')
    expect(await outcome).toMatchObject({ code: 1, stderr: expect.stringContaining('rehearsal: ') as string })
    // What ran in its sandbox ends with it; the copy waits for whoever sweeps.
    await expect.poll(() => findProcesses(copy), { timeout: 20_000 }).toEqual([])
    expect(existsSync(copy)).toBe(true)
    await guarded.family()
    expect(await guarded.run('restart')).toMatchObject({ code: 0 })
    await nothingLeft()
  })
})

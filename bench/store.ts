// What the store costs: accepted writes a second, each a state row with its event, durable (WAL, FULL), of one writer
// and of fifty at once, beside the same rows written by bare node:sqlite. Run: node bench/store.ts
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeSystemClock } from '../src/adapters/clock/system-clock.ts'
import { makeSystemEntropy, sha256Secret } from '../src/adapters/entropy/system-entropy.ts'
import { makeBackupShelf } from '../src/adapters/store/backup-shelf.ts'
import { openWriteConnection } from '../src/adapters/store/connection.ts'
import { prepareDatabase } from '../src/adapters/store/prepare-database.ts'
import { makeSqliteStore } from '../src/adapters/store/sqlite-store.ts'
import type { Store } from '../src/core/store.ts'
import { timestampFromMs } from '../src/protocol/timestamp.ts'
import type { Token } from '../src/protocol/access/token.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const ROUNDS = 5
const ROUND_MS = 1000
const WRITERS = 50
/** More than one round can write; a round that gets through all of them ends early. */
const ROWS = 60_000

interface Row {
  readonly token: Token
  readonly hash: string
}

interface Measure {
  readonly name: string
  /** Writes rows until the time is over; how many were accepted. */
  run(path: string, untilMs: number): Promise<number>
}

const clock = makeSystemClock()
const entropy = makeSystemEntropy(clock)
const rows = Array.from({ length: ROWS }, makeRow)

const measures = [
  { name: '1 writer', run: (path, untilMs) => runWriters(path, untilMs, 1) },
  { name: `${WRITERS} writers`, run: (path, untilMs) => runWriters(path, untilMs, WRITERS) },
  { name: `bare node:sqlite, batches of ${WRITERS}`, run: runBare },
] as const satisfies readonly Measure[]

const rates = new Map<string, number[]>(measures.map(({ name }) => [name, []]))
for (let round = 0; round < ROUNDS; round += 1)
  for (const measure of measures) rates.get(measure.name)?.push(await timeRound(measure))

const [one, many, bare] = measures.map(({ name }) => median(rates.get(name) ?? [])) as [
  number,
  number,
  number,
]
for (const [name, all] of rates)
  console.log(
    `${name.padEnd(36)} ${perSecond(median(all)).padStart(8)} writes/s   (${all.map(perSecond).join(' ')})`,
  )
reportRatios([
  { name: `${WRITERS} writers / 1 writer`, value: many / one, atLeast: 5 },
  { name: `${WRITERS} writers / bare`, value: many / bare, atLeast: 0.4 },
])

async function timeRound(measure: Measure): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  try {
    const path = join(home, 'cmux.db')
    const shelf = makeBackupShelf({ home, release: 'bench', clock, entropy })
    await prepareDatabase({ path, clock, shelf, expected: false })
    const startMs = clock.monotonicMs()
    const accepted = await measure.run(path, startMs + ROUND_MS)
    return (accepted * 1000) / (clock.monotonicMs() - startMs)
  } finally {
    rmSync(home, { recursive: true })
  }
}

async function runWriters(path: string, untilMs: number, writers: number): Promise<number> {
  const store = makeSqliteStore({ path, clock, onCommit: () => undefined, onLostTrust: fail })
  const pending = rows.values()
  const accepted = await Promise.all(
    Array.from({ length: writers }, () => writeUntil(store, pending, untilMs)),
  )
  await store.close()
  return accepted.reduce((sum, count) => sum + count, 0)
}

async function writeUntil(store: Store, pending: Iterator<Row>, untilMs: number): Promise<number> {
  let accepted = 0
  while (clock.monotonicMs() < untilMs) {
    const { value: row, done } = pending.next()
    if (done) break
    await store.write(async ({ tokens, events }) => {
      await tokens.insert(row.token, row.hash)
      const { id, role, agent } = row.token
      await events.append({ type: 'token.created', actor: 'owner', data: { id, role, agent } })
    })
    accepted += 1
  }
  return accepted
}

function runBare(path: string, untilMs: number): Promise<number> {
  const database = openWriteConnection(path)
  const insertToken = database.prepare(
    'insert into tokens (id, hash, role, agent, label, created_by, created_at, expires_at, revoked_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const insertEvent = database.prepare(
    'insert into events (seq, type, at, actor, data) values (?, ?, ?, ?, ?)',
  )
  let accepted = 0
  while (clock.monotonicMs() < untilMs && accepted + WRITERS <= rows.length) {
    database.exec('begin immediate')
    for (const { token, hash } of rows.slice(accepted, accepted + WRITERS)) {
      const { id, role, agent, label, createdBy, createdAt } = token
      insertToken.run(id, hash, role, agent, label, createdBy, createdAt, null, null)
      accepted += 1
      insertEvent.run(accepted, 'token.created', createdAt, 'owner', JSON.stringify({ id, role, agent }))
    }
    database.exec('commit')
  }
  database.close()
  return Promise.resolve(accepted)
}

function makeRow(): Row {
  const token: Token = {
    id: entropy.id('tok'),
    role: 'observer',
    agent: null,
    label: 'bench',
    createdBy: 'owner',
    createdAt: timestampFromMs(clock.nowMs()),
    expiresAt: null,
    revokedAt: null,
    generation: null,
  }
  return { token, hash: sha256Secret(entropy.secret()) }
}

function perSecond(rate: number): string {
  return Math.round(rate).toString()
}

function fail(error: unknown): never {
  throw error
}

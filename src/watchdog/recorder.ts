// What the watchdog did, kept where nothing else needs to run: a line in status.log, an entry in the journal, and a file that
// the next server makes part of the history.
import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { describeEntry } from './safe-mode/describe-entry.ts'
import type { Recorded } from './mind/effect.ts'
import { syncDirectory } from './ledger.ts'
import { readTail } from './read-tail.ts'

export interface Recorder {
  add(what: Recorded): void
  /** Writes what was added and is not on disk yet, in order. */
  write(): void
}

/** Kept in memory while the disk refuses; more than this is a story that the last of them tell as well. */
const UNWRITTEN_MAX = 100

const LINES_KEPT = 10

interface Unwritten {
  readonly at: string
  /** The same at each try, so that one that was written and could not be synced is not there twice. */
  readonly name: string
  readonly what: Recorded
}

const LEVEL: Readonly<Record<Recorded['kind'], string>> = {
  failed: 'WARN',
  recovered: 'INFO',
  good: 'INFO',
  bad: 'WARN',
  swapped: 'INFO',
  refused: 'WARN',
  'not started': 'WARN',
  declined: 'WARN',
  'guard proved': 'INFO',
  'guard refused': 'WARN',
  'safe mode': 'ERROR',
  'disk full': 'WARN',
  'disk well': 'INFO',
  slow: 'WARN',
  'slow over': 'INFO',
}

export function makeRecorder(home: string, withRoom: (act: () => void) => void): Recorder {
  const folder = join(home, 'watchdog', 'records')
  const unwritten: Unwritten[] = []
  return {
    add(what) {
      const at = new Date().toISOString()
      unwritten.push({ at, name: nameAt(at), what })
      if (unwritten.length > UNWRITTEN_MAX) unwritten.shift()
    },
    write() {
      for (let [next] = unwritten; next; [next] = unwritten) {
        const { at, name, what } = next
        const entry = composeEntry(home, at, what)
        // In the same words for the supervisor, who gets them by mail.
        withRoom(() => spool(folder, name, { at, ...what, ...(entry !== undefined && { entry }) }))
        // Taken off as soon as it counts: the history matters more than its twin in the log.
        unwritten.shift()
        const line = `${at} ${LEVEL[what.kind]} watchdog ${describe(what)}\n`
        withRoom(() => appendFileSync(join(home, 'status.log'), line, { mode: 0o600 }))
        if (entry !== undefined) withRoom(() => appendEntry(home, at, entry))
      }
    },
  }
}

function composeEntry(home: string, at: string, what: Recorded): string | undefined {
  const lines = ['server.out', 'server.log'].flatMap((name) => readTail(join(home, 'logs', name), LINES_KEPT))
  return describeEntry(at, what, what.kind === 'recovered' ? [] : lines)
}

/** One write, so that entries of others never mix with it. */
function appendEntry(home: string, at: string, entry: string): void {
  const folder = join(home, 'journal', 'cmux', at.slice(0, 10))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  appendFileSync(join(folder, 'journal.md'), entry, { mode: 0o600 })
}

function nameAt(at: string): string {
  return `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
}

function spool(folder: string, name: string, record: object): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const building = join(folder, `.${name}.tmp`)
  const file = openSync(building, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(record))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(building, join(folder, `${name}.json`))
  // Its name too: the history has nothing else to learn of it from.
  syncDirectory(folder)
}

function describe(what: Recorded): string {
  const { kind, ...rest } = what
  return [kind, ...Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(' ')
}

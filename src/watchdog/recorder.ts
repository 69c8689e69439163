// What the watchdog did, kept where nothing else needs to run: a line in status.log, and a file that the next server makes
// part of the history.
import { randomBytes } from 'node:crypto'
import { appendFileSync, closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Recorded } from './effect.ts'

export type Recorder = (what: Recorded) => void

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
}

export function makeRecorder(home: string): Recorder {
  const folder = join(home, 'watchdog', 'records')
  return (what) => {
    const at = new Date().toISOString()
    try {
      appendFileSync(join(home, 'status.log'), `${at} ${LEVEL[what.kind]} watchdog ${describe(what)}\n`, {
        mode: 0o600,
      })
      spool(folder, { at, ...what })
    } catch (error) {
      // A full disk must not keep us from recovering; the words still reach our own output.
      process.stderr.write(`${at} ${describe(what)} (not recorded: ${String(error)})\n`)
    }
  }
}

function spool(folder: string, record: object & { at: string }): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const name = `${record.at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`
  const building = join(folder, `.${name}.tmp`)
  const file = openSync(building, 'wx', 0o600)
  try {
    writeSync(file, JSON.stringify(record))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(building, join(folder, `${name}.json`))
}

function describe(what: Recorded): string {
  const { kind, ...rest } = what
  return [kind, ...Object.entries(rest).map(([key, value]) => `${key}=${JSON.stringify(value)}`)].join(' ')
}

// What happened before safe mode, from what others left on disk. Whatever can't be read is left out.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describeRecord } from '../describe-record.ts'
import type { Recorded } from '../mind/effect.ts'
import { readLedger } from '../ledger.ts'
import { isBad } from '../mind/state.ts'
import { cleanLine, readTail } from '../read-tail.ts'

export interface Story {
  readonly release: { readonly id: string; readonly state: 'trying' | 'good' | 'bad' }
  /** Of the watchdog, oldest first. */
  readonly records: readonly { readonly at: string; readonly words: string }[]
  readonly status: readonly string[]
  readonly output: readonly string[]
  readonly log: readonly string[]
}

const RECORDS_SHOWN = 10
const LINES_SHOWN = 40

export function readStory(home: string): Story {
  return {
    release: readRelease(home),
    records: readRecords(join(home, 'watchdog', 'records')),
    status: readTail(join(home, 'status.log'), RECORDS_SHOWN),
    output: readTail(join(home, 'logs', 'server.out'), LINES_SHOWN),
    log: readTail(join(home, 'logs', 'server.log'), LINES_SHOWN),
  }
}

export function readRelease(home: string): Story['release'] {
  try {
    const { current, phase, bad } = readLedger(home)
    return { id: current, state: isBad({ bad }, current) ? 'bad' : phase }
  } catch {
    return { id: '', state: 'bad' } // no ledger, no release
  }
}

/** Their names begin with the time. */
export function readRecords(folder: string): Story['records'] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith('.json') && !name.startsWith('.'))
    return names
      .toSorted()
      .slice(-RECORDS_SHOWN)
      .flatMap((name) => readRecord(join(folder, name)))
  } catch {
    return [] // nothing recorded yet, or a server has just taken them over
  }
}

function readRecord(path: string): Story['records'] {
  try {
    const { at, ...what } = JSON.parse(readFileSync(path, 'utf8')) as Recorded & { at: string }
    return [{ at: cleanLine(at), words: cleanLine(describeRecord(what)) }]
  } catch {
    return [] // not a record
  }
}

// The ledger on disk: replaced in one step that survives a power cut, since everything else is decided from it.
import { closeSync, fsyncSync, openSync, readFileSync, readlinkSync, renameSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Ledger } from './mind/state.ts'

const LEDGER = 'state.json'
/** Written after it: what is good and what failed is known as long as one of the two can be read. */
const TWIN = 'state.twin.json'

/** A ledger that can't be read is no reason to leave the port: without its twin all that is known is which release should run. */
export function readLedger(home: string): Ledger {
  const folder = join(home, 'watchdog')
  const known = tryLedger(join(folder, LEDGER)) ?? tryLedger(join(folder, TWIN))
  if (known) return known
  const current = basename(readlinkSync(join(home, 'current')))
  return { current, phase: 'trying', triesLeft: 1, goodForMs: 0, good: [], servedBefore: null, bad: [] }
}

function tryLedger(path: string): Ledger | undefined {
  try {
    return parseLedger(readFileSync(path, 'utf8'))
  } catch {
    return undefined // it is missing or damaged
  }
}

export function writeBoth(folder: string, ledger: Ledger): void {
  writeLedger(join(folder, LEDGER), ledger)
  writeLedger(join(folder, TWIN), ledger)
}

function parseLedger(text: string): Ledger {
  const { current, phase, triesLeft, goodForMs, good, servedBefore, bad } = JSON.parse(
    text,
  ) as Partial<Ledger>
  if (typeof current !== 'string') throw new Error('it names no release')
  return {
    current,
    phase: phase === 'good' ? 'good' : 'trying',
    triesLeft: triesLeft ?? 0,
    goodForMs: goodForMs ?? 0,
    good: good ?? [],
    servedBefore: servedBefore ?? null,
    bad: bad ?? [],
  }
}

export function writeLedger(path: string, ledger: object): void {
  const building = `${path}.tmp`
  const file = openSync(building, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(ledger, undefined, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(building, path)
  syncDirectory(dirname(path))
}

export function syncDirectory(path: string): void {
  const directory = openSync(path, 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

// The ledger on disk: replaced in one step that survives a power cut, since everything else is decided from it.
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Ledger } from './state.ts'

export function readLedger(path: string): Ledger {
  const { current, phase, triesLeft, goodForMs, good, bad } = JSON.parse(
    readFileSync(path, 'utf8'),
  ) as Partial<Ledger>
  if (typeof current !== 'string') throw new Error(`${path} names no release`)
  return {
    current,
    phase: phase === 'good' ? 'good' : 'trying',
    triesLeft: triesLeft ?? 0,
    goodForMs: goodForMs ?? 0,
    good: good ?? [],
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

// The two homes that benches of a long history compare. Their folders are given on the command line, the short one first, or both homes
// are made for this run and removed after it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { growHistory } from './grow-history.ts'

const SHORT = { messages: 1000, events: 10_000 }
const LONG = { messages: 100_000, events: 1_000_000 }

export interface Histories extends Disposable {
  readonly short: string
  readonly long: string
}

export async function openHistories([short, long]: readonly string[]): Promise<Histories> {
  if (short !== undefined && long !== undefined) return { short, long, [Symbol.dispose]: () => undefined }
  const folder = mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  const made = { short: join(folder, 'short'), long: join(folder, 'long') }
  await growHistory(made.short, SHORT)
  await growHistory(made.long, LONG)
  return { ...made, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}

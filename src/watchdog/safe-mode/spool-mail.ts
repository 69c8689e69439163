// Messages kept as files until a server is there to import them. A file appears in `new` whole or not at all, and what was
// accepted survives a power cut. Everything is done in one go, so two requests with one id can't both find it missing.
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncDirectory } from '../ledger.ts'
import { Refusal } from './refusal.ts'

export interface SpooledMail {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string | null
  readonly body: string
  readonly acceptedAt: string
  /** Who the token says it is. */
  readonly actor: string
}

/** Far more than a safe mode should last; beyond it, senders had better know. */
const SPOOL_MAX_FILES = 10_000
const STAMP_DIGITS = 15
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

export function spoolMail(home: string, mail: SpooledMail): void {
  try {
    const spool = openSpool(home)
    const names = readdirSync(spool.new)
    const ending = `-${keyOf(mail)}.json`
    if (!names.some((name) => name.endsWith(ending))) {
      if (names.length >= SPOOL_MAX_FILES) throw new Refusal('STORE_FULL', 'too many messages wait already')
      writeWhole(spool, `${nextStamp(names)}${ending}`, JSON.stringify(mail))
    }
    // Also for a known one: whoever put it there may not have come this far.
    syncDirectory(spool.new)
  } catch (error) {
    throw refuseSpooling(error)
  }
}

export function refuseSpooling(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  if (FULL.has(code)) return new Refusal('STORE_FULL', `the message was not kept: the disk is full (${code})`)
  return new Refusal('STORE_UNAVAILABLE', `the message was not kept: the spool can't be written (${code})`)
}

interface Spool {
  readonly tmp: string
  readonly new: string
}

function openSpool(home: string): Spool {
  const folder = join(home, 'spool')
  const spool = { tmp: join(folder, 'tmp'), new: join(folder, 'new') }
  const made = [spool.tmp, spool.new].map((path) => mkdirSync(path, { recursive: true, mode: 0o700 }))
  if (made.some((path) => path !== undefined)) for (const path of [folder, home]) syncDirectory(path)
  return spool
}

/** The sender is part of it, so that nobody's message is taken for somebody else's. */
function keyOf({ actor, id }: SpooledMail): string {
  return createHash('sha256').update(`${actor}\0${id}`).digest('hex').slice(0, 32)
}

/** Milliseconds, but later than every name that is there: a clock that is set back must not change the order. */
function nextStamp(names: readonly string[]): string {
  const stamps = names.map((name) => Number.parseInt(name, 10)).filter(Number.isSafeInteger)
  const last = stamps.reduce((most, stamp) => Math.max(most, stamp), 0)
  return String(Math.max(Date.now(), last + 1)).padStart(STAMP_DIGITS, '0')
}

function writeWhole(spool: Spool, name: string, text: string): void {
  const building = join(spool.tmp, name)
  const file = openSync(building, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
    renameSync(building, join(spool.new, name))
  } catch (error) {
    rmSync(building, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

// The watchdogs that a home holds. The first start installs the one of its build; after that only an upgrade, asked for by
// the owner, puts another one beside it, on trial.
import {
  closeSync,
  cpSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { GUARD_PROGRAMS, guardIdOf, parseGuardBook, type GuardBook } from '../protocol/releases/guard-book.ts'
import { findDamage, readManifest } from './build/manifest.ts'

const STARTER = 'watchdog.mjs'
/** Starts that a new watchdog gets. Each failed one leaves the port to a server without a guard for up to some seconds. */
const TRIES = 2

const bookPath = (home: string) => join(home, 'watchdog', 'guards.json')

export function readGuardBook(home: string): GuardBook | undefined {
  const path = bookPath(home)
  return existsSync(path) ? parseGuardBook(readFileSync(path, 'utf8')) : undefined
}

/** The watchdog that the build at `programs` carries. */
export function guardOfBuild(programs: string): string {
  return guardIdOf(readManifest(programs).files)
}

/** Does nothing when the home has a watchdog already. */
export function installFirstGuard(home: string, programs: string): void {
  if (readGuardBook(home) !== undefined) return
  const proven = copyGuard(home, programs)
  const starter = join(home, 'watchdog', STARTER)
  cpSync(join(programs, STARTER), `${starter}.tmp`)
  renameSync(`${starter}.tmp`, starter)
  writeBook(home, { proven, previous: null, next: null, refused: null })
}

/** Puts the build's watchdog on trial; whoever starts the next one tries it. */
export function stageGuard(home: string, programs: string): string {
  const book = readGuardBook(home)
  if (!book) throw new CmuxError('NOT_RUNNING', `${home} has no watchdog yet`)
  const id = copyGuard(home, programs)
  writeBook(home, { ...book, next: { id, triesLeft: TRIES }, refused: null })
  return id
}

function copyGuard(home: string, programs: string): string {
  const { files } = readManifest(programs)
  const own = Object.fromEntries(GUARD_PROGRAMS.map((name) => [name, files[name] ?? '']))
  const id = guardIdOf(files)
  const place = join(home, 'watchdog', 'guards', id)
  const building = `${place}.${process.pid}.tmp`
  rmSync(building, { recursive: true, force: true })
  for (const name of GUARD_PROGRAMS) cpSync(join(programs, name), join(building, name))
  const damaged = findDamage(building, own)
  if (damaged !== undefined) {
    rmSync(building, { recursive: true, force: true })
    throw new CmuxError('START_FAILED', `the build is damaged: ${damaged} is not what was built`)
  }
  // Named by its content: one that is there already is the same, unless a disk has damaged it.
  if (existsSync(place) && findDamage(place, own) === undefined)
    rmSync(building, { recursive: true, force: true })
  else {
    rmSync(place, { recursive: true, force: true })
    renameSync(building, place)
  }
  return id
}

function writeBook(home: string, book: GuardBook): void {
  const building = `${bookPath(home)}.${process.pid}.tmp`
  const file = openSync(building, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(book, undefined, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(building, bookPath(home))
}

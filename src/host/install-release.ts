// Puts a build into the home as a release, and the watchdog beside it. A release is never changed once it is there: what
// runs is named by its content.
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'

interface Manifest {
  readonly id: string
  readonly files: Readonly<Record<string, string>>
}

/** Starts that a new release gets before it is called bad (CONTRACT.md). */
const TRIES = 3
const GUARDS = ['watchdog.mjs', 'safe-mode.mjs']

/** The id of the release that will run. */
export function installRelease(home: string, programs: string): string {
  const id = placeRelease(home, programs)
  const place = join(home, 'releases', id)
  mkdirSync(join(home, 'watchdog'), { recursive: true, mode: 0o700 })
  for (const name of GUARDS) cpSync(join(place, name), join(home, 'watchdog', name))
  nominate(join(home, 'watchdog', 'state.json'), id)
  pointCurrentAt(home, id)
  rmSync(join(home, 'watchdog', 'stopping'), { force: true })
  return id
}

/** Only puts it there, whole: nothing runs it yet. */
export function placeRelease(home: string, programs: string): string {
  const { id, files } = readManifest(programs)
  const place = join(home, 'releases', id)
  if (!existsSync(place)) copyVerified(programs, place, files)
  else if (findDamage(place, files) !== undefined) replaceDamaged(programs, place, files)
  return id
}

function readManifest(programs: string): Manifest {
  return JSON.parse(readFileSync(join(programs, 'manifest.json'), 'utf8')) as Manifest
}

function copyVerified(from: string, to: string, files: Manifest['files']): void {
  const building = `${to}.${process.pid}.tmp`
  for (const name of [...Object.keys(files), 'manifest.json']) cpSync(join(from, name), join(building, name))
  const damaged = findDamage(building, files)
  if (damaged !== undefined) {
    rmSync(building, { recursive: true, force: true })
    throw new CmuxError('START_FAILED', `the build is damaged: ${damaged} is not what was built`)
  }
  renameSync(building, to)
}

/** Nobody changes a release; a disk or a hand that did is undone, and what was there is kept for whoever wonders. */
function replaceDamaged(from: string, to: string, files: Manifest['files']): void {
  const aside = join(dirname(dirname(to)), `set-aside-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  mkdirSync(aside, { mode: 0o700 })
  renameSync(to, join(aside, basename(to)))
  copyVerified(from, to, files)
}

/** The first file that is missing or not what the manifest says. */
function findDamage(folder: string, files: Manifest['files']): string | undefined {
  return Object.entries(files).find(([name, sum]) => {
    const path = join(folder, name)
    return !existsSync(path) || createHash('sha256').update(readFileSync(path)).digest('hex') !== sum
  })?.[0]
}

interface Ledger {
  current: string
  phase: 'trying' | 'good'
  triesLeft: number
  goodForMs: number
  good: string[]
  bad: string[]
}

/** The release that was asked for is tried next; what was good before stays where the watchdog can go back to it. */
function nominate(path: string, id: string): void {
  const known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Ledger) : undefined
  if (known?.current === id && known.phase === 'good') return
  const good = known?.good ?? []
  const phase = good.includes(id) ? 'good' : 'trying'
  const bad = (known?.bad ?? []).filter((release) => release !== id)
  const ledger: Ledger = {
    current: id,
    phase,
    triesLeft: phase === 'trying' ? TRIES : 0,
    goodForMs: 0,
    good,
    bad,
  }
  writeFileSync(`${path}.tmp`, `${JSON.stringify(ledger, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.tmp`, path)
}

function pointCurrentAt(home: string, id: string): void {
  const building = join(home, `current.${process.pid}`)
  symlinkSync(join('releases', id), building)
  renameSync(building, join(home, 'current'))
}

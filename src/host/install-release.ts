// Puts a build into the home as a release, and the first time its watchdog beside it. A release is never changed once it is there: what
// runs is named by its content.
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
import { installFirstGuard } from './guard-book.ts'
import { findDamage, readManifest, type Manifest } from './read-manifest.ts'

/** Starts that a new release gets before it is called bad (CONTRACT.md). */
const TRIES = 3

/** The id of the release that will run. */
export function installRelease(home: string, programs: string): string {
  const { id, files } = readManifest(programs)
  const place = join(home, 'releases', id)
  if (!existsSync(place)) copyVerified(programs, place, files)
  else if (findDamage(place, files) !== undefined) replaceDamaged(programs, place, files)
  mkdirSync(join(home, 'watchdog'), { recursive: true, mode: 0o700 })
  installFirstGuard(home, place)
  nominate(join(home, 'watchdog', 'state.json'), id)
  pointCurrentAt(home, id)
  rmSync(join(home, 'watchdog', 'stopping'), { force: true })
  return id
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

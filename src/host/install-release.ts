// Makes a build the release that runs next in a home, and the first time puts its watchdog beside it.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFirstGuard } from './guard-book.ts'
import { placeRelease } from './place-release.ts'

/** Starts that a new release gets before it is called bad (CONTRACT.md). */
const TRIES = 3

/** The id of the release that will run. */
export function installRelease(home: string, programs: string): string {
  const id = placeRelease(home, programs)
  const place = join(home, 'releases', id)
  mkdirSync(join(home, 'watchdog'), { recursive: true, mode: 0o700 })
  installFirstGuard(home, place)
  nominate(join(home, 'watchdog', 'state.json'), id)
  pointCurrentAt(home, id)
  rmSync(join(home, 'watchdog', 'stopping'), { force: true })
  return id
}

interface Ledger {
  current: string
  phase: 'trying' | 'good'
  triesLeft: number
  goodForMs: number
  good: string[]
  servedBefore?: string | null
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
    servedBefore: known?.current === id ? (known.servedBefore ?? null) : null,
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

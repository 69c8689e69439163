// Makes a build the release that runs next in a home, and the first time puts its watchdog beside it.
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFirstGuard } from '../guard-book.ts'
import { placeRelease } from './place-release.ts'
import { syncPath } from './sync-path.ts'

/** Starts that a new release gets before it is called bad (CONTRACT.md). */
const TRIES = 3

/** The id of the release that will run. */
export function installRelease(home: string, programs: string): string {
  const id = placeRelease(home, programs)
  const place = join(home, 'releases', id)
  mkdirSync(join(home, 'watchdog'), { recursive: true, mode: 0o700 })
  installFirstGuard(home, place)
  nominate(join(home, 'watchdog'), id)
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

/** As the watchdog writes it: the ledger, and its twin for when one of them is damaged. */
const LEDGERS = ['state.json', 'state.twin.json']

/**
 * The release that was asked for is tried next; what was good before stays where the watchdog can go back to it. What failed stays
 * marked until it has proved itself.
 */
function nominate(folder: string, id: string): void {
  const known = LEDGERS.map((name) => tryLedger(join(folder, name))).find((ledger) => ledger !== undefined)
  if (known?.current === id && known.phase === 'good') return
  const good = known?.good ?? []
  const phase = good.includes(id) ? 'good' : 'trying'
  const ledger: Ledger = {
    current: id,
    phase,
    triesLeft: phase === 'trying' ? TRIES : 0,
    goodForMs: 0,
    good,
    servedBefore: known?.current === id ? (known.servedBefore ?? null) : null,
    bad: known?.bad ?? [],
  }
  for (const name of LEDGERS) replaceFile(join(folder, name), `${JSON.stringify(ledger, undefined, 2)}\n`)
  syncPath(folder)
}

function tryLedger(path: string): Ledger | undefined {
  try {
    const ledger = JSON.parse(readFileSync(path, 'utf8')) as Partial<Ledger>
    return typeof ledger.current === 'string' ? (ledger as Ledger) : undefined
  } catch {
    return undefined // it is missing or damaged
  }
}

/** On the disk before it has its name: a power cut leaves the old one or the new one. */
function replaceFile(path: string, text: string): void {
  writeFileSync(`${path}.tmp`, text, { mode: 0o600 })
  syncPath(`${path}.tmp`)
  renameSync(`${path}.tmp`, path)
}

function pointCurrentAt(home: string, id: string): void {
  const building = join(home, `current.${process.pid}`)
  symlinkSync(join('releases', id), building)
  renameSync(building, join(home, 'current'))
}

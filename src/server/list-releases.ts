// The releases of a home, and what the watchdog's ledger says of each.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '../protocol/release.ts'

interface LedgerPart {
  readonly current: string
  readonly phase: string
  readonly good: readonly string[]
  readonly bad: readonly string[]
}

/** Those that are there, the current one first, then the good ones, newest first. */
export async function listReleases(home: string): Promise<Release[]> {
  const names = await readdir(join(home, 'releases')).catch(() => [])
  const ledger = await readLedger(home)
  const releases = names.filter((name) => !name.endsWith('.tmp')).map((id) => describe(id, ledger))
  return releases.toSorted((a, b) => rank(a, ledger) - rank(b, ledger))
}

async function readLedger(home: string): Promise<LedgerPart> {
  const nothing = { current: '', phase: 'trying', good: [], bad: [] }
  try {
    return {
      ...nothing,
      ...(JSON.parse(await readFile(join(home, 'watchdog', 'state.json'), 'utf8')) as Partial<LedgerPart>),
    }
  } catch {
    return nothing // no watchdog yet: nobody has vouched for anything
  }
}

function describe(id: string, { current, phase, good, bad }: LedgerPart): Release {
  const isGood = good.includes(id) || (id === current && phase === 'good')
  return { id, state: bad.includes(id) ? 'bad' : isGood ? 'good' : 'trying', current: id === current }
}

function rank({ id, current }: Release, { good }: LedgerPart): number {
  if (current) return -1
  const place = good.indexOf(id)
  return place === -1 ? good.length : place
}

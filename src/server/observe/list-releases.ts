// The releases of a home, and what the watchdog's ledger says of each.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '../../protocol/releases/release.ts'
import { readLedger, type Ledger } from './read-ledger.ts'

/** Those that are there, the current one first, then the good ones, newest first. */
export async function listReleases(home: string): Promise<Release[]> {
  const names = await readdir(join(home, 'releases')).catch(() => [])
  const ledger = await readLedger(home)
  const reports = new Set(await readdir(join(home, 'rehearsals')).catch(() => []))
  const releases = names
    .filter((name) => !name.endsWith('.tmp'))
    .map((id) => describe(id, ledger, reports.has(`${id}.json`)))
  return releases.toSorted((a, b) => rank(a, ledger) - rank(b, ledger))
}

function describe(id: string, { current, phase, good, bad }: Ledger, rehearsed: boolean): Release {
  const isGood = good.includes(id) || (id === current && phase === 'good')
  const state = bad.includes(id) ? 'bad' : isGood ? 'good' : 'trying'
  return { id, state, current: id === current, rehearsed }
}

function rank({ id, current }: Release, { good }: Ledger): number {
  if (current) return -1
  const place = good.indexOf(id)
  return place === -1 ? good.length : place
}

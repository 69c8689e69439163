// Releases that somebody may still go to: what runs, what the watchdog would go back to, what agents call, what changes wait for.
import { readdir, readlink } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { UNDER_WAY } from '../../core/improve/run-change.ts'
import type { Store } from '../../core/store.ts'
import { programsLink } from '../point-programs.ts'
import { readLedger } from './read-ledger.ts'

export async function releasesInUse(
  home: string,
  store: Pick<Store, 'read'>,
  own: string,
): Promise<ReadonlySet<string>> {
  const { current, good, servedBefore } = await readLedger(home)
  // Without a ledger nobody knows, and so all of them are.
  if (current === '') return new Set(await readdir(join(home, 'releases')).catch(() => []))
  const changes = await store.read.changes.inStates([...UNDER_WAY, 'reviewing'])
  const links = await Promise.all([join(home, 'current'), programsLink(home)].map(readTarget))
  const waited = changes.flatMap(({ release }) => (release ? [release.before, release.after] : []))
  return new Set([own, current, servedBefore, ...good, ...links, ...waited].filter(isName))
}

const isName = (name: string | null): name is string => name !== null && name !== ''

async function readTarget(link: string): Promise<string> {
  return basename(await readlink(link).catch(() => ''))
}

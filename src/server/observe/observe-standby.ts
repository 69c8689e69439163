// Whether a second server stands by. Each server under a watchdog opens a door of its own once it has loaded, and the watchdog
// removes the doors of those that are gone: a door that is not ours and opens is a standby's.
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Config } from '../../protocol/config.ts'
import type { StandbyStatus } from '../../protocol/machine/status.ts'
import { doorOpens } from '../lead/door-opens.ts'
import { readNote } from './read-note.ts'
import { openFolder } from '../lead/shorten-path.ts'

export interface StandbyPlace {
  readonly home: string
  /** Our own. */
  readonly door?: string | undefined
  readonly config: Pick<Config, 'watchdog'>
}

export async function observeStandby({ home, door, config }: StandbyPlace): Promise<StandbyStatus> {
  const folder = join(home, 'watchdog')
  const others = (await listDoors(folder)).filter((name) => name !== basename(door ?? ''))
  if (await oneOpens(folder, others)) return { state: 'warm', why: null }
  if (config.watchdog.standby === false)
    return { state: 'none', why: 'the setting watchdog.standby is off in config.json' }
  const why = readNote(join(folder, 'no-standby'))
  return why === null ? { state: 'loading', why: 'it is being started' } : { state: 'none', why }
}

async function listDoors(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => name.startsWith('door-'))
}

async function oneOpens(path: string, names: readonly string[]): Promise<boolean> {
  if (names.length === 0) return false
  using folder = openFolder(path)
  const opened = await Promise.all(names.map((name) => doorOpens(folder.pathOf(name))))
  return opened.includes(true)
}

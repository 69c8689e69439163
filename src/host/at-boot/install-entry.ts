// Installs, removes and looks for the entry that keeps a home up. Touches one file, in the user's own folder.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { BootEntry } from './boot-entry.ts'
import { LAUNCHD, run, SYSTEMD, type BootKeeper, type Folders } from './boot-keeper.ts'
import { endKeeper } from './end-keeper.ts'

export interface Installed {
  readonly manager: BootKeeper['name']
  readonly file: string
  /** Whether the manager's own checker has looked at the text. */
  readonly checked: boolean
  readonly hint: string
}

export interface EntryState {
  /** The one that runs here, if any. */
  readonly manager: BootKeeper['name'] | null
  readonly installed: boolean
  readonly active: boolean
  readonly file: string
  /** Installed, but for other programs or another PATH than would be installed now. */
  readonly outdated: boolean
}

const usual = (): BootKeeper => (process.platform === 'darwin' ? LAUNCHD : SYSTEMD)

export function installEntry(entry: BootEntry, folders: Folders): Installed {
  const manager = findManager()
  const file = manager.fileOf(entry, folders)
  const text = manager.textOf(entry)
  const checked = checkText(manager, basename(file), text)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.tmp`, text)
  renameSync(`${file}.tmp`, file)
  for (const command of manager.start(entry, file)) mustRun(command)
  return { manager: manager.name, file, checked, hint: manager.hint }
}

/** False when there was none. A running cmux stays up. */
export async function removeEntry(entry: BootEntry, folders: Folders): Promise<boolean> {
  const manager = usual()
  const file = manager.fileOf(entry, folders)
  if (!existsSync(file)) return false
  await endKeeper(entry.home)
  const isRunning = run(manager.ask).ok
  const [before, after] = manager.forget(entry)
  if (isRunning) before.forEach((command) => run(command))
  rmSync(file, { force: true })
  if (isRunning) after.forEach(mustRun)
  return true
}

export function observeEntry(entry: BootEntry, folders: Folders): EntryState {
  const manager = usual()
  const file = manager.fileOf(entry, folders)
  const installed = existsSync(file)
  const isRunning = run(manager.ask).ok
  return {
    manager: isRunning ? manager.name : null,
    installed,
    active: installed && isRunning && run(manager.isActive(entry)).ok,
    file,
    outdated: installed && readFileSync(file, 'utf8') !== manager.textOf(entry),
  }
}

function findManager(): BootKeeper {
  const manager = usual()
  const asked = run(manager.ask)
  if (asked.ok) return manager
  throw new CmuxError('NO_BOOT_MANAGER', `no ${manager.name} runs for this user (${asked.words})`)
}

/** In a folder of its own under the name it will have, so that nothing half-right is ever where the manager looks. */
function checkText(manager: BootKeeper, name: string, text: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'cmux-entry-'))
  try {
    const draft = join(folder, name)
    writeFileSync(draft, text)
    const checked = run(manager.check(draft))
    if (!checked.ok && !checked.isMissing)
      throw new CmuxError('INTERNAL', `${manager.name} does not accept the entry: ${checked.words}`)
    return checked.ok
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function mustRun(command: Parameters<typeof run>[0]): void {
  const ran = run(command)
  if (!ran.ok) throw new CmuxError('START_FAILED', ran.words)
}

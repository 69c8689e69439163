// A message for a cmux that is down, kept maildir style: a file appears in `new` whole or not at all, and is imported in the
// order of the names. Safe mode, which may use nothing of ours, writes the same form.
import { createHash } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { syncPath } from './build/sync-path.ts'

export interface SpooledMessage {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly subject: string | null
  readonly body: string
}

const STAMP_DIGITS = 15

/** Returns once it would survive a power cut. */
export function spoolMessage(home: string, message: SpooledMessage): void {
  const folder = join(home, 'spool')
  const [building, ready] = [join(folder, 'tmp'), join(folder, 'new')]
  try {
    for (const path of [building, ready]) mkdirSync(path, { recursive: true, mode: 0o700 })
    const names = readdirSync(ready)
    const key = createHash('sha256').update(`owner\0${message.id}`).digest('hex').slice(0, 32)
    if (!names.some((name) => name.endsWith(`-${key}.json`))) {
      const name = `${nextStamp(names)}-${key}.json`
      const mail = { ...message, acceptedAt: new Date().toISOString(), actor: 'owner' }
      writeWhole(join(building, name), JSON.stringify(mail), join(ready, name))
    }
    for (const path of [ready, folder, home]) syncPath(path)
  } catch (error) {
    throw new CmuxError('STORE_UNAVAILABLE', `the message was not kept: ${folder} can’t be written`, {
      hint: 'check the disk and the permissions, and send it again',
      cause: error,
    })
  }
}

/** Whether something waits there: what is sent now must not overtake it. */
export function hasSpooled(home: string): boolean {
  try {
    return readdirSync(join(home, 'spool', 'new')).length > 0
  } catch {
    return false // never used
  }
}

/** Later than every name that is there: a clock that is set back must not change the order. */
function nextStamp(names: readonly string[]): string {
  const last = names.reduce((most, name) => Math.max(most, Number.parseInt(name, 10) || 0), 0)
  return String(Math.max(Date.now(), last + 1)).padStart(STAMP_DIGITS, '0')
}

function writeWhole(building: string, text: string, ready: string): void {
  const file = openSync(building, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
    renameSync(building, ready)
  } catch (error) {
    rmSync(building, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

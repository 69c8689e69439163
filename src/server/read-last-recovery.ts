// The last failure or recovery that the watchdog wrote down, from the end of status.log: a few kilobytes, whatever its length.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { Status } from '../protocol/status.ts'

const TAIL_BYTES = 16 * 1024
const LINE = /^(\S+) \w+ watchdog (?:recovered|failed) .*?cause="([^"]+)".*?(by|next)="([^"]+)"/

export async function readLastRecovery(home: string): Promise<Status['lastRecovery']> {
  try {
    const lines = (await readEnd(join(home, 'status.log'))).split('\n')
    const [, at, cause, step, how] =
      lines.map((line) => LINE.exec(line)).findLast((match) => match !== null) ?? []
    if (at === undefined || cause === undefined || how === undefined) return null
    return { at, cause, [step === 'by' ? 'by' : 'trying']: how }
  } catch {
    return null // nothing was ever written down
  }
}

async function readEnd(path: string): Promise<string> {
  await using file = await open(path)
  const { size } = await file.stat()
  const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES))
  await file.read(buffer, 0, buffer.length, size - buffer.length)
  return buffer.toString('utf8')
}

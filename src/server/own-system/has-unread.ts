import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** The watchdog has written down something that is not part of the history yet (import-records.ts). */
export async function hasUnread(home: string): Promise<boolean> {
  const names = await readdir(join(home, 'watchdog', 'records')).catch(() => [])
  return names.some((name) => name.endsWith('.json'))
}

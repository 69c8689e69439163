// Where the server says it is. The file can be stale: only an answer on the port proves anything (P9).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Instance } from '../protocol/instance.ts'

export function readInstance(home: string): Instance | undefined {
  try {
    const parsed = JSON.parse(readFileSync(join(home, 'instance.json'), 'utf8')) as Partial<Instance>
    const { url, pid, port, startedAt } = parsed
    if (typeof url !== 'string' || typeof pid !== 'number' || typeof port !== 'number' || !startedAt)
      return undefined
    return { url, pid, port, startedAt }
  } catch {
    return undefined // missing or half a file: nobody has said where they are
  }
}

// Renames a full log away: server.log → server.log.1 → server.log.2 …; the oldest is overwritten.
import { existsSync, renameSync } from 'node:fs'

export function rotateFile(path: string, keep: number): void {
  for (let age = keep - 1; age >= 0; age -= 1) {
    const from = age === 0 ? path : `${path}.${age}`
    if (existsSync(from)) renameSync(from, `${path}.${age + 1}`)
  }
}

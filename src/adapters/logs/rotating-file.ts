// An append-only log that renames itself away when it is full: server.log → server.log.1 → server.log.2 …
// Writing is synchronous, so that the last words of a crashing process are on file.
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

export interface RotatingFile {
  write(line: string): void
  close(): void
}

export function openRotatingFile(path: string, limits: { maxBytes: number; keep: number }): RotatingFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file = openSync(path, 'a', 0o600)
  let bytes = fstatSync(file).size
  return {
    write(line) {
      const buffer = Buffer.from(line)
      if (bytes > 0 && bytes + buffer.length > limits.maxBytes) {
        closeSync(file)
        rotate(path, limits.keep)
        file = openSync(path, 'a', 0o600)
        bytes = 0
      }
      bytes += writeSync(file, buffer)
    },
    close: () => closeSync(file),
  }
}

function rotate(path: string, keep: number): void {
  for (let age = keep - 1; age >= 0; age -= 1) {
    const from = age === 0 ? path : `${path}.${age}`
    if (existsSync(from)) renameSync(from, `${path}.${age + 1}`)
  }
}

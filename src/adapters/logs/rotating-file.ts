// An append-only log that renames itself away when it is full: server.log → server.log.1 → server.log.2 …
// Writing is synchronous, so that the last words of a crashing process are on file. A log that can't be written (a full
// disk) must not take the server with it: lines are lost, and the next one that gets through says how many.
import { closeSync, fstatSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { rotateFile } from './rotate-file.ts'

export interface RotatingFile {
  write(line: string): void
  close(): void
}

export function openRotatingFile(path: string, limits: { maxBytes: number; keep: number }): RotatingFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  let file: number | undefined = openSync(path, 'a', 0o600)
  let bytes = fstatSync(file).size
  let lost = 0

  const reopen = (): number => {
    const opened = openSync(path, 'a', 0o600)
    bytes = fstatSync(opened).size
    return opened
  }
  const close = () => {
    if (file !== undefined) closeSync(file)
    file = undefined
  }
  const append = (text: string) => {
    const buffer = Buffer.from(text)
    if (bytes > 0 && bytes + buffer.length > limits.maxBytes) {
      close()
      rotateFile(path, limits.keep)
    }
    file ??= reopen()
    bytes += writeSync(file, buffer)
  }

  return {
    write(line) {
      try {
        append(
          lost > 0 ? `${JSON.stringify({ level: 50, msg: 'log lines were lost', lost })}\n${line}` : line,
        )
        lost = 0
      } catch {
        lost += 1 // told with the next line that gets through: there is no other place to tell it
      }
    },
    close,
  }
}

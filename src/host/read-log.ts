// The last lines of a log, across its rotated files, and what is added from there on.
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 200
/** Rotation keeps a handful of files; more than this are not ours. */
const ROTATED_MAX = 100

export function readLogTail(path: string, count: number): string[] {
  const lines: string[] = []
  for (let age = 0; age <= ROTATED_MAX && lines.length < count; age += 1) {
    const name = age === 0 ? path : `${path}.${age}`
    if (!existsSync(name)) break
    lines.unshift(...readFileSync(name, 'utf8').split('\n').filter(Boolean).slice(-count))
  }
  return lines.slice(-count)
}

/** Yields whole lines as they are written; follows the name when the file is rotated away. */
export async function* followLog(path: string, signal: AbortSignal): AsyncGenerator<string> {
  let position = existsSync(path) ? statSync(path).size : 0
  let inode = existsSync(path) ? statSync(path).ino : 0
  let rest = ''
  // A read may end in the middle of a character.
  const decoder = new StringDecoder('utf8')
  while (!signal.aborted) {
    const read = readFrom(path, position, inode)
    inode = read.inode
    position = read.position
    const lines = (rest + decoder.write(read.bytes)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (read.bytes.length === 0) await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}

function readFrom(path: string, position: number, inode: number) {
  if (!existsSync(path)) return { bytes: Buffer.alloc(0), position, inode }
  const file = openSync(path, 'r')
  try {
    const { size, ino } = fstatSync(file)
    const start = ino === inode && size >= position ? position : 0
    const buffer = Buffer.alloc(size - start)
    const length = readSync(file, buffer, 0, buffer.length, start)
    return { bytes: buffer.subarray(0, length), position: start + length, inode: ino }
  } finally {
    closeSync(file)
  }
}

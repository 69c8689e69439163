// A file that only takes up room, so that there is some when the disk is full: the first write of ours that finds none
// frees it and is tried again.
import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, openSync, renameSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const CHUNK_BYTES = 1024 * 1024
const BALLAST_BYTES = 8 * CHUNK_BYTES
/** Made only when it takes no more than a small part of what is free. */
const AMPLE_BYTES = 4 * BALLAST_BYTES

export interface Ballast {
  /** Does it; if there is no room, makes some and does it once more. */
  withRoom(write: () => void): void
  /** Makes it if it is not there and there is ample room. Says true when it was freed before, and is back now. */
  keep(): boolean
}

/** `onFreed` is told after the write that needed the room has had it. */
export function makeBallast(path: string, onFreed: () => void): Ballast {
  let wasFreed = false
  return {
    withRoom(write) {
      try {
        write()
      } catch (error) {
        if (!saysFull(error) || !existsSync(path)) throw error
        rmSync(path)
        wasFreed = true
        write()
        onFreed()
      }
    },
    keep() {
      if (existsSync(path) || !hasAmpleRoom(path)) return false
      fill(path)
      const isBack = wasFreed
      wasFreed = false
      return isBack
    },
  }
}

function saysFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')
}

function hasAmpleRoom(path: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(path))
  return bavail * bsize >= AMPLE_BYTES
}

/** Random, since zeroes take no room where they are compressed. */
function fill(path: string): void {
  const building = `${path}.tmp`
  const file = openSync(building, 'w', 0o600)
  try {
    const chunk = randomBytes(CHUNK_BYTES)
    for (let bytes = 0; bytes < BALLAST_BYTES; bytes += CHUNK_BYTES) writeSync(file, chunk)
  } catch (error) {
    rmSync(building, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(building, path)
}

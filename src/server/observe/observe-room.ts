// Is there room for what is to be written? A full disk is no fault of a release: what is there can still be read.
import { statfs } from 'node:fs/promises'
import type { ComponentHealth } from '../../protocol/health.ts'

const MIB = 1024 * 1024
/** Below this, writes fail or are about to. */
const FULL_BYTES = 16 * MIB

export async function observeRoom(home: string): Promise<ComponentHealth> {
  const { bavail, bsize } = await statfs(home)
  const freeBytes = bavail * bsize
  if (freeBytes >= FULL_BYTES) return { status: 'healthy' }
  const free = `${Math.floor(freeBytes / MIB)} MiB are free`
  return { status: 'degraded', detail: `the disk of ${home} is full (${free}): free disk space` }
}

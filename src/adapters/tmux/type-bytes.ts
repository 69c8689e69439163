// Bytes as if they were typed, any of them, in pieces that tmux takes at once.
import type { PaneId } from '../../core/terminals/terminals.ts'
import type { CommandQueue } from './command-queue.ts'
import { ifAlive, refuseEnded } from './if-alive.ts'

const CHUNK_BYTES = 512

export async function typeBytes(run: CommandQueue['run'], pane: PaneId, bytes: Uint8Array): Promise<void> {
  const chunks: string[][] = []
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
    const codes = Array.from(bytes.subarray(at, at + CHUNK_BYTES), (byte) => byte.toString(16))
    chunks.push(['send-keys', '-t', pane, '-H', ...codes])
  }
  if (chunks.length > 0) refuseEnded(pane, await run(ifAlive(pane, chunks)))
}

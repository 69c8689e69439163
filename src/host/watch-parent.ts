// For programs that must not outlive whoever started them.
import { fstatSync } from 'node:fs'

const STDIN = 0

/** Our input is a pipe whose other end closes with its holder, however it dies. */
export function watchParent(left: AbortController): void {
  const input = fstatSync(STDIN)
  if (!input.isFIFO() && !input.isSocket()) return
  process.stdin.on('end', () => left.abort()).resume()
  process.stdin.unref?.()
}

// A signed request counts once. Whoever has seen one could send it again while it is fresh, and by then it could mean something else:
// a yes that was refused as long as it needed a passphrase. In memory: after a restart what a request decides still holds once.
import { FRESH_SEC, type SignedRequest } from './verify-slack-signature.ts'

/** Its time may be as far ahead of our clock as behind it. */
const KEPT_MS = 2 * FRESH_SEC * 1000

/** `true` for the first of this signature. Only what is signed may be asked about: nobody else can fill it. */
export function makeReplayWatch(nowMs: () => number): (request: SignedRequest) => boolean {
  const heard = new Map<string, number>()
  return ({ signature = '' }) => {
    const now = nowMs()
    for (const [known, atMs] of heard) {
      if (now - atMs < KEPT_MS) break
      heard.delete(known)
    }
    if (heard.has(signature)) return false
    heard.set(signature, now)
    return true
  }
}

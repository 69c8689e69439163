import { CmuxError } from '../cmux-error.ts'

export const BODY_MAX_BYTES = 1024 * 1024

/** A message's size in bytes; refuses one that is too long, in the same words wherever it is met. */
export function measureBody(body: string): number {
  const bytes = new TextEncoder().encode(body).length
  if (bytes <= BODY_MAX_BYTES) return bytes
  throw new CmuxError('BODY_TOO_LARGE', `a message may have ${BODY_MAX_BYTES} bytes; this one has ${bytes}`, {
    hint: 'put it into a file that the receiver can read, and send the path',
  })
}

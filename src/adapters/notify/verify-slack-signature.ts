// Whether a request is from Slack and fresh: their signature over the time and the exact bytes, compared in constant time. Pure.
import { createHmac, timingSafeEqual } from 'node:crypto'

/** As Slack says; older ones are replays. */
export const FRESH_SEC = 300

export interface SignedRequest {
  readonly timestamp: string | undefined
  readonly signature: string | undefined
  readonly body: Buffer
}

export function verifySlackSignature(
  secret: string,
  { timestamp, signature, body }: SignedRequest,
  nowMs: number,
): boolean {
  if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(nowMs / 1000 - Number(timestamp)) > FRESH_SEC) return false
  const expected = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex')
  const given = Buffer.from(signature)
  const wanted = Buffer.from(`v0=${expected}`)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}

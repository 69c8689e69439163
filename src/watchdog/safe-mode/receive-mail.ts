// POST /api/messages in safe mode: who sends is looked at before a byte of the body is, and 202 is said when it is on disk.
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { findSender } from './find-sender.ts'
import { parseMail } from './parse-mail.ts'
import { readBody } from './read-body.ts'
import { spoolMail } from './spool-mail.ts'

const ROUTE_MAX_BYTES = 8 * 1024 * 1024
const BASE_32 = '0123456789abcdefghjkmnpqrstvwxyz'

export interface Receipt {
  readonly id: string
  readonly receipt: 'accepted'
  readonly spooled: true
}

export async function receiveMail(home: string, request: IncomingMessage): Promise<Receipt> {
  const { role, actor } = findSender(home, request.headers.authorization)
  const mail = parseMail(await readBody(request, ROUTE_MAX_BYTES))
  const nowMs = Date.now()
  const id = mail.id ?? makeMessageId(nowMs)
  // Only the owner may say who it is from; everybody else is who their token says.
  const from = role === 'owner' ? (mail.from ?? actor) : actor
  const { to, subject, body } = mail
  spoolMail(home, { id, from, to, subject, body, acceptedAt: new Date(nowMs).toISOString(), actor })
  return { id, receipt: 'accepted', spooled: true }
}

/** Of the same form as the server's: 48 bits of time, 80 of randomness. */
function makeMessageId(nowMs: number): string {
  const time = Array.from({ length: 10 }, (_, index) => BASE_32[Math.floor(nowMs / 32 ** (9 - index)) % 32])
  const chance = Array.from(randomBytes(16), (byte) => BASE_32[byte % 32])
  return `msg_${[...time, ...chance].join('')}`
}

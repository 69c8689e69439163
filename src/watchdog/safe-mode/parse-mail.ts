// A message as it is sent to POST /api/messages. Who is there to receive it is found out when it is imported.
import { Refusal } from './refusal.ts'

export interface Mail {
  readonly id: string | undefined
  readonly from: string | undefined
  readonly to: string
  readonly subject: string | null
  readonly body: string
}

const BODY_MAX_BYTES = 1024 * 1024
const NAME_MAX_CHARS = 200
const SUBJECT_MAX_CHARS = 1000

export function parseMail(bytes: Uint8Array): Mail {
  const mail = parseObject(bytes)
  const { body } = mail
  if (typeof body !== 'string' || body === '') throw bad('`body` must be text')
  if (Buffer.byteLength(body) > BODY_MAX_BYTES)
    throw new Refusal('BODY_TOO_LARGE', `\`body\` is over ${BODY_MAX_BYTES} bytes`)
  const to = parseName(mail, 'to')
  if (to === undefined) throw bad('`to` is missing')
  const subject = mail['subject'] ?? null
  if (subject !== null && (typeof subject !== 'string' || subject.length > SUBJECT_MAX_CHARS))
    throw bad(`\`subject\` must be text of at most ${SUBJECT_MAX_CHARS} characters`)
  return { id: parseName(mail, 'id'), from: parseName(mail, 'from'), to, subject, body }
}

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw bad('the body is not JSON in UTF-8')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw bad('the body is no object')
  return { ...value }
}

function parseName(mail: Record<string, unknown>, key: 'id' | 'from' | 'to'): string | undefined {
  const value = mail[key]
  if (value === undefined || value === null) return undefined
  const fits = typeof value === 'string' && value.length <= NAME_MAX_CHARS && /^[\x21-\x7e]+$/.test(value)
  if (!fits) throw bad(`\`${key}\` must be 1 to ${NAME_MAX_CHARS} printable characters without spaces`)
  return value
}

const bad = (message: string) => new Refusal('BAD_REQUEST', message)

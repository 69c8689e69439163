// Who a bearer token speaks for, from the file of hashes that the server keeps for times when it is not there itself.
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Refusal } from './refusal.ts'

export interface Sender {
  readonly role: string
  /** An agent's name, or `owner`. */
  readonly actor: string
}

const SENDING_ROLES: ReadonlySet<string> = new Set(['owner', 'human', 'agent'])
/** Hash, role and actor; the rest of the line is the actor's. */
const LINE = /^([0-9a-f]{64}) (\S+) (\S.*)$/

export function findSender(home: string, authorization: string | undefined): Sender {
  const lines = readTokens(home)
  const secret = /^Bearer ([\w-]{1,200})$/.exec(authorization ?? '')?.[1]
  if (secret === undefined) throw new Refusal('UNAUTHENTICATED', 'this needs a token')
  const presented = createHash('sha256').update(secret).digest()
  // All lines are compared, whichever fits, so that the time tells nothing.
  let sender: Sender | undefined
  for (const line of lines) if (timingSafeEqual(line.hash, presented)) sender = line
  if (!sender) throw new Refusal('UNAUTHENTICATED', 'the token is unknown')
  if (!SENDING_ROLES.has(sender.role))
    throw new Refusal('FORBIDDEN', `a token of role ${sender.role} may not send messages`)
  return { role: sender.role, actor: sender.actor }
}

function readTokens(home: string): (Sender & { readonly hash: Buffer })[] {
  let text: string
  try {
    text = readFileSync(join(home, 'watchdog', 'tokens'), 'utf8')
  } catch {
    // Missing or unreadable: nobody can be told from anybody, so nobody is let in.
    throw new Refusal('STORE_UNAVAILABLE', 'no token is known here, so nothing can be accepted')
  }
  return text.split('\n').flatMap((line) => {
    const [, hash = '', role = '', actor = ''] = LINE.exec(line.trim()) ?? []
    return hash === '' ? [] : [{ hash: Buffer.from(hash, 'hex'), role, actor }]
  })
}

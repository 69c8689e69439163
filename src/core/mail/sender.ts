// Who a message is from: what the token proves. Only the owner may say another name.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Trust } from '../../protocol/messages/message.ts'
import type { Requester } from '../access/principal.ts'

export interface Sender {
  readonly from: string
  readonly trust: Trust
  readonly actor: string
}

/** Names that mean something else than an agent. */
export const OWNER = 'owner'
const SYSTEM = 'system'
export const RESERVED_NAMES: ReadonlySet<string> = new Set([OWNER, SYSTEM])

export const SYSTEM_SENDER: Sender = { from: SYSTEM, trust: 'system', actor: SYSTEM }

export function senderOf(by: Requester, claimed: string | undefined): Sender {
  const own = by.agent ?? OWNER
  if (claimed !== undefined && claimed !== own && by.role !== 'owner')
    throw new CmuxError('FORBIDDEN', `you are ${own}, and can’t send as ${claimed}`, {
      hint: 'leave `from` out: the server knows who you are',
    })
  if (claimed === SYSTEM)
    throw new CmuxError('FORBIDDEN', 'only cmux itself speaks as system', { hint: 'choose another `from`' })
  return { from: claimed ?? own, trust: by.agent === null ? 'person' : 'agent', actor: by.actor }
}

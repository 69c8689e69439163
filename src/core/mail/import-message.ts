// A message that was accepted while no server was there. It can't be refused any more: what has no receiver is dead, visibly.
import { CmuxError } from '../../protocol/cmux-error.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { Timestamp } from '../../protocol/timestamp.ts'
import type { StoreWriter } from '../store.ts'
import { letDie } from './let-die.ts'
import { isOwnId } from './own-id.ts'
import type { NoticeDeps } from './send-notice.ts'
import type { Sender } from './sender.ts'
import { keepMessage, writeMessage, type Letter } from './write-message.ts'

export interface SpooledLetter {
  readonly letter: Letter
  readonly sender: Sender
  readonly at: Timestamp
  /** The name it was spooled under: the same for the same message. */
  readonly key: string
}

export async function importMessage(
  deps: NoticeDeps,
  writer: StoreWriter,
  spooled: SpooledLetter,
): Promise<void> {
  const { sender, at, key } = spooled
  const spare = MessageId.parse(`spooled:${key}`)
  const letter = isOwnId(spooled.letter.id) ? { ...spooled.letter, id: spare } : spooled.letter
  try {
    await writeMessage(deps, writer, letter, sender, at)
  } catch (error) {
    if (!(error instanceof CmuxError) || !REFUSALS.has(error.code)) throw error
    // Its id may be somebody else's by now; its own name can't be.
    const id = error.code === 'CONFLICT' ? spare : letter.id
    if (await writer.messages.byId(id)) return
    const message = await keepMessage(writer, { ...letter, id }, sender, { agent: null, at })
    await letDie(deps, writer, [message], { why: error.message, at })
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['NOT_FOUND', 'FORBIDDEN', 'CONFLICT'])

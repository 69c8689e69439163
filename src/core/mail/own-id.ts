// Under these names cmux itself sends, once each: whoever took one first would keep what it has to say from arriving.
import type { MessageId } from '../../protocol/messages/message.ts'

const OWN_IDS = /^(?:notice|task|task-news|continuity):/

export function isOwnId(id: MessageId): boolean {
  return OWN_IDS.test(id)
}

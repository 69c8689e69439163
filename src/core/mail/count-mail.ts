// The ledger: how many messages are where, so that loss could be seen (M5).
import type { MailLedger } from '../../protocol/messages/message.ts'
import type { MailDeps } from './accept-message.ts'

export async function countMail({ store, clock }: Pick<MailDeps, 'store' | 'clock'>): Promise<MailLedger> {
  const { oldestWaitingAt, ...counts } = await store.read.messages.counts()
  const ageMs = oldestWaitingAt === null ? null : clock.nowMs() - Date.parse(oldestWaitingAt)
  return { ...counts, oldestWaitingSec: ageMs === null ? null : Math.max(0, ageMs / 1000) }
}

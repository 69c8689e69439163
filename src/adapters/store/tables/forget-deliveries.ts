// Deliveries that are closed for long are deleted, on SQLite.
import { sql, type Kysely } from 'kysely'
import type { MessageTableWriter } from '../../../core/mail/message-table.ts'
import type { DeliveryId } from '../../../protocol/ids.ts'
import type { Schema } from '../schema.ts'

/** Ids grow with time, so those that are old come first. */
export async function forgetDeliveries(
  db: Kysely<Schema>,
  { after, before, limit }: Parameters<MessageTableWriter['forgetDeliveries']>[0],
): Promise<DeliveryId | undefined> {
  const found = await db
    .selectFrom('deliveries')
    .select('id')
    .where('id', '>', after ?? '')
    .where('opened_at', '<', before)
    .orderBy('id')
    .limit(limit)
    .execute()
  const reached = found.at(-1)?.id
  if (reached === undefined) return undefined
  await sql`delete from deliveries where id > ${after ?? ''} and id <= ${reached}
    and opened_at < ${before} and state = 'closed'
    and exists (select 1 from deliveries newer where newer.agent = deliveries.agent and newer.id > deliveries.id)`.execute(
    db,
  )
  return reached as DeliveryId
}

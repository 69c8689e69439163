// A person has seen an alert: it waits for nobody any more.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AlertId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { AlertRecord } from './alert-table.ts'
import { markSeen } from './mark-seen.ts'

export async function acknowledgeAlert(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  id: AlertId,
  actor: string,
): Promise<AlertRecord> {
  return store.write(async (writer) => {
    const alert = await writer.alerts.byId(id)
    if (!alert)
      throw new CmuxError('NOT_FOUND', `there is no alert ${id}`, { hint: 'see `cmux alerts list --all`' })
    return markSeen(writer, alert, actor, timestampFromMs(clock.nowMs()))
  })
}

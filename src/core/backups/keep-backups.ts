// Takes the daily backup when it is due and clears the shelf. Called at the start and then on a tick.
import type { Backup, BackupReason } from '../../protocol/backup.ts'
import type { Clock } from '../clock.ts'
import type { Store } from '../store.ts'
import type { BackupShelf } from './backup-shelf.ts'
import { decideBackups, type BackupPolicy } from './decide-backups.ts'

export interface BackupDeps {
  readonly shelf: BackupShelf
  readonly store: Store
  readonly clock: Clock
  readonly policy: BackupPolicy
}

export async function keepBackups(deps: BackupDeps): Promise<void> {
  const decision = decideBackups(await deps.shelf.list(), deps.policy, deps.clock.nowMs())
  if (decision.due) await takeBackup(deps, 'daily', 'system')
  for (const id of decision.remove) await deps.shelf.remove(id)
}

export async function takeBackup(
  deps: Pick<BackupDeps, 'shelf' | 'store'>,
  reason: BackupReason,
  actor: string,
): Promise<Backup> {
  const backup = await deps.shelf.create(reason)
  const bytes = backup.files.reduce((sum, file) => sum + file.bytes, 0)
  await deps.store.write(async ({ events }) => {
    await events.append({ type: 'backup.created', actor, data: { id: backup.id, reason, bytes } })
  })
  return backup
}

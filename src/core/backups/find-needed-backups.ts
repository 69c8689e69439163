// The backups that a release in use would need, should it have to go on without what a newer one made of the data. Pure.
import type { Backup } from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'

/** `backups` newest first; `schemas`: the newest schema that each release in use knows. The newest that it can read stays for each. */
export function findNeededBackups(
  backups: readonly Backup[],
  schemas: readonly number[],
): ReadonlySet<BackupId> {
  const needed = schemas.flatMap((known) => backups.find(({ schema }) => schema <= known) ?? [])
  return new Set(needed.map(({ id }) => id))
}

// The backups of a home, read from disk: they must be found when no server runs.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Backup, BackupPlan, listWithPlan, type ListedBackup } from '../../protocol/releases/backup.ts'

/** Newest first; folders without a whole manifest are no backups. */
export function listBackups(home: string): Backup[] {
  const shelf = join(home, 'backups')
  return namesIn(shelf)
    .flatMap((name) => readManifest(join(shelf, name, 'manifest.json')) ?? [])
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

/** With when each goes, as the last server has written it down. */
export function listBackupsWithPlan(home: string): ListedBackup[] {
  return listWithPlan(listBackups(home), readPlan(join(home, 'backups', 'plan.json')))
}

function readPlan(path: string): BackupPlan {
  try {
    return BackupPlan.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return [] // none yet, or not one of ours: then nothing can be said
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith('bak_'))
  } catch {
    return [] // no shelf yet, so no backups
  }
}

function readManifest(path: string): Backup | undefined {
  try {
    return Backup.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined // half a backup, or somebody else's folder
  }
}

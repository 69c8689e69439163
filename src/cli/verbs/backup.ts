// Backups of the state files. Listing and restoring work without a server, since that is when they are needed.
import { findProcesses } from '../../host/find-processes.ts'
import { listBackups } from '../../host/list-backups.ts'
import { restoreBackup } from '../../host/restore-backup.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { Backup } from '../../protocol/backup.ts'
import { connect } from '../connect.ts'
import { layoutBytes, layoutTable } from '../layout.ts'
import type { RunVerb } from '../verb.ts'

export const showBackups: RunVerb = async ({ environment }) => {
  const backups = listBackups(environment.home)
  const rows = backups.map((backup) => [
    backup.id,
    backup.createdAt,
    backup.reason,
    sizeOf(backup),
    backup.release,
  ])
  const text = layoutTable([['ID', 'TIME', 'REASON', 'SIZE', 'RELEASE'], ...rows])
  return {
    json: backups,
    text: backups.length > 0 ? text : 'no backups yet: `cmux backup create` makes one',
  }
}

export const createBackup: RunVerb = async ({ environment }) => {
  const backup = await connect(environment).call('POST /api/backups')
  return { json: backup, text: `${backup.id} (${sizeOf(backup)})` }
}

export const restore: RunVerb = async ({ environment, args, options }) => {
  const { home } = environment
  if (findProcesses(home).length > 0)
    throw new CmuxError('ALREADY_RUNNING', 'a running cmux would overwrite the restore')
  const backup = options['empty'] === true ? undefined : pickBackup(home, args[0])
  const restored = await restoreBackup(home, backup)
  const what = backup ? `${backup.id} of ${backup.createdAt} was restored` : 'cmux will start without data'
  const aside = restored.setAside ? `; the previous state is in ${restored.setAside}` : ''
  return { json: restored, text: `${what}${aside}` }
}

function pickBackup(home: string, id: string | undefined): Backup {
  const backups = listBackups(home)
  const found = id === undefined ? backups[0] : backups.find((backup) => backup.id === id)
  if (found) return found
  throw new CmuxError('NOT_FOUND', id === undefined ? 'there is no backup' : `there is no backup ${id}`, {
    hint: 'see `cmux backup list`; `cmux backup restore --empty` starts without data',
  })
}

function sizeOf(backup: Backup): string {
  return layoutBytes(backup.files.reduce((sum, file) => sum + file.bytes, 0))
}

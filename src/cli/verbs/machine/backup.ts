// Backups of the state files. Listing and restoring work without a server, since that is when they are needed.
import { findProcesses } from '../../../host/find-processes.ts'
import { listBackups, listBackupsWithPlan } from '../../../host/backups/list-backups.ts'
import { restoreBackup } from '../../../host/backups/restore-backup.ts'
import { CmuxError } from '../../../protocol/cmux-error.ts'
import { measureBackup, type Backup, type ListedBackup } from '../../../protocol/releases/backup.ts'
import { connect } from '../../connect.ts'
import { layoutBytes, layoutDuration, layoutTable } from '../../layout/layout.ts'
import type { RunVerb } from '../../verb.ts'

export const showBackups: RunVerb = async ({ environment }) => {
  const backups = listBackupsWithPlan(environment.home)
  const nowMs = Date.now()
  const rows = backups.map((backup) => [
    backup.id,
    backup.createdAt,
    layoutDuration(Math.max(0, (nowMs - Date.parse(backup.createdAt)) / 1000)),
    backup.reason,
    layoutBytes(measureBackup(backup)),
    describeLeaving(backup, nowMs),
    backup.release,
  ])
  const total = backups.reduce((sum, backup) => sum + measureBackup(backup), 0)
  const text = [
    layoutTable([['ID', 'TIME', 'AGE', 'REASON', 'SIZE', 'GOES', 'RELEASE'], ...rows]),
    `in all ${layoutBytes(total)}`,
  ]
  return {
    json: backups,
    text: backups.length > 0 ? text.join('\n') : 'no backups yet: `cmux backup create` makes one',
  }
}

const LEAVING_WHY: Readonly<Record<NonNullable<ListedBackup['leaves']>['why'], string>> = {
  count: 'enough newer ones',
  age: 'too old',
  size: 'too large together',
}

function describeLeaving({ leaves }: ListedBackup, nowMs: number): string {
  if (!leaves) return 'not yet'
  const leftSec = (Date.parse(leaves.at) - nowMs) / 1000
  const when = leftSec <= 0 ? 'next' : `in ${layoutDuration(leftSec)}`
  return `${when}: ${LEAVING_WHY[leaves.why]}`
}

export const createBackup: RunVerb = async ({ environment }) => {
  const backup = await connect(environment).call('POST /api/backups')
  return { json: backup, text: `${backup.id} (${layoutBytes(measureBackup(backup))})` }
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

// The verbs about backups of the state.
import type { Verb } from '../verb.ts'

export const BACKUP_VERBS: readonly Verb[] = [
  {
    name: 'backup list',
    summary: 'list backups, newest first',
    example: 'cmux backup list',
    load: async () => (await import('../verbs/machine/backup.ts')).showBackups,
  },
  {
    name: 'backup create',
    summary: 'back up the state now',
    example: 'cmux backup create',
    load: async () => (await import('../verbs/machine/backup.ts')).createBackup,
  },
  {
    name: 'backup restore',
    args: '[id]',
    summary: 'restore a backup (default: the newest); the current state is set aside',
    example: 'cmux down && cmux backup restore && cmux up',
    options: [['--empty', 'start without data instead']],
    load: async () => (await import('../verbs/machine/backup.ts')).restore,
  },
]

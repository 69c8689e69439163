// The verbs about backups of the state.
import type { Verb } from './verb.ts'

export const BACKUP_VERBS: readonly Verb[] = [
  {
    name: 'backup list',
    summary: 'backups of the state, newest first',
    example: 'cmux backup list',
    load: async () => (await import('./verbs/backup.ts')).showBackups,
  },
  {
    name: 'backup create',
    summary: 'copy the state now',
    example: 'cmux backup create',
    load: async () => (await import('./verbs/backup.ts')).createBackup,
  },
  {
    name: 'backup restore',
    args: '[id]',
    summary: 'bring a backup back (default: the newest); what is there now is set aside',
    example: 'cmux down && cmux backup restore && cmux up',
    options: [['--empty', 'begin without data instead']],
    load: async () => (await import('./verbs/backup.ts')).restore,
  },
]

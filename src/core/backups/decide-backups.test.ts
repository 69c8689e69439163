import { expect, test } from 'vitest'
import type { Backup } from '../../protocol/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { decideBackups } from './decide-backups.ts'

const DAY_MS = 86_400_000
const NOW_MS = 1000 * DAY_MS
const policy = { everySec: 86_400, keep: 2 }

type Made = readonly [name: string, ageDays: number, reason?: Backup['reason']]

const makeBackup = ([name, ageDays, reason = 'daily']: Made): Backup => ({
  id: name as BackupId,
  reason,
  createdAt: timestampFromMs(NOW_MS - ageDays * DAY_MS),
  schema: 1,
  release: 'test',
  files: [],
})

const CASES: readonly { what: string; made: readonly Made[]; due: boolean; remove: readonly string[] }[] = [
  { what: 'none yet', made: [], due: true, remove: [] },
  { what: 'one from now', made: [['a', 0]], due: false, remove: [] },
  { what: 'one almost a day old', made: [['a', 0.999]], due: false, remove: [] },
  { what: 'one a day old', made: [['a', 1]], due: true, remove: [] },
  {
    what: 'as many as are kept',
    made: [
      ['a', 0.5],
      ['b', 1.5],
    ],
    due: false,
    remove: [],
  },
  {
    what: 'one too many',
    made: [
      ['a', 0.5],
      ['b', 1.5],
      ['c', 2.5],
    ],
    due: false,
    remove: ['c'],
  },
  {
    what: 'as many as are kept and one due, which counts',
    made: [
      ['a', 1],
      ['b', 2],
    ],
    due: true,
    remove: ['b'],
  },
  {
    what: 'those for a migration or on request, which stay',
    made: [
      ['a', 0.1],
      ['m', 0.2, 'migration'],
      ['b', 1],
      ['q', 2, 'asked'],
      ['c', 3],
    ],
    due: false,
    remove: ['c'],
  },
  {
    what: 'a fresh one for another reason',
    made: [
      ['q', 0.5, 'asked'],
      ['a', 3],
    ],
    due: false,
    remove: [],
  },
  { what: 'one from the future only', made: [['f', -3]], due: true, remove: [] },
  {
    what: 'one from the future and a fresh one',
    made: [
      ['f', -3],
      ['a', 0.5],
    ],
    due: false,
    remove: [],
  },
  {
    what: 'many from the future, which go before the honest ones',
    made: [
      ['f', -3],
      ['g', -2],
      ['a', 0.5],
      ['b', 1.5],
    ],
    due: false,
    remove: ['f', 'g'],
  },
]

test.each(CASES)('backups: $what', ({ made, due, remove }) => {
  expect(decideBackups(made.map(makeBackup), policy, NOW_MS)).toEqual({ due, remove })
})

import { expect, test } from 'vitest'
import type { Backup } from '../../protocol/releases/backup.ts'
import type { BackupId } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { findStandingAnchors } from './find-standing-anchors.ts'

const makeAnchor = (seq: number, ms: number, restored?: true) => ({
  seq,
  hash: `hash ${seq}`,
  at: timestampFromMs(ms),
  ...(restored && { restored }),
})

const makeBackup = (ms: number, seq?: number): Backup => ({
  id: `bak_${ms}` as BackupId,
  reason: 'daily',
  createdAt: timestampFromMs(ms),
  schema: 1,
  release: 'test',
  files: [],
  ...(seq !== undefined && { history: { seq, hash: `hash ${seq}` } }),
})

test.each([
  { what: 'none', anchors: [], backups: [], stand: [] },
  { what: 'all of them', anchors: [makeAnchor(1, 10), makeAnchor(5, 20)], backups: [], stand: [1, 5] },
  {
    what: 'those of backups, too',
    anchors: [makeAnchor(1, 10)],
    backups: [makeBackup(15, 3)],
    stand: [1, 3],
  },
  { what: 'no backup of an older release', anchors: [], backups: [makeBackup(15)], stand: [] },
  {
    what: 'none from before a restore',
    anchors: [makeAnchor(9, 10), makeAnchor(4, 20, true), makeAnchor(6, 30)],
    backups: [makeBackup(15, 8), makeBackup(25, 5)],
    stand: [4, 6, 5],
  },
  {
    what: 'none from before the last of several restores',
    anchors: [makeAnchor(4, 20, true), makeAnchor(6, 30), makeAnchor(2, 40, true)],
    backups: [],
    stand: [2],
  },
])('[P10] of the anchors stand: $what', ({ anchors, backups, stand }) => {
  expect(findStandingAnchors(anchors, backups).map(({ seq }) => seq)).toEqual(stand)
})

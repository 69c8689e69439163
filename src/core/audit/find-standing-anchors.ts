// Which anchors the history must still fit.
import type { Backup } from '../../protocol/releases/backup.ts'
import type { Anchor } from './anchor-book.ts'
import type { Link } from './link-event.ts'

/** Those since the last restore, that one included; a backup is one, too: its manifest holds the hash of its moment. */
export function findStandingAnchors(anchors: readonly Anchor[], backups: readonly Backup[]): Link[] {
  const restore = anchors.findLastIndex(({ restored }) => restored)
  const since = anchors[restore]?.at ?? ''
  const inBackups = backups.filter(({ createdAt }) => createdAt > since).map(({ history }) => history)
  return [...anchors.slice(Math.max(0, restore)), ...inBackups.filter((link) => link !== undefined)]
}

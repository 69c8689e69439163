// Reads what `git diff-index --raw --numstat -z` prints: each file twice, first with its kind of change, then with its lines.
import type { FileChange } from '../../protocol/work-diff.ts'

const STATUS: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  T: 'retyped',
}
const RAW = /^:\d+ \d+ \w+ \w+ (\w)/
const COUNTS = /^(\d+|-)\t(\d+|-)\t(.*)$/s

/** `text` is latin1, so that names which are no UTF-8 are told apart; what is given back is for people. */
export function parseChanges(text: string): FileChange[] {
  const parts = text.split('\0')
  const statuses = new Map<string, FileChange['status']>()
  const changes: FileChange[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const letter = RAW.exec(part)?.[1]
    if (letter !== undefined) {
      at += 1
      statuses.set(parts[at] ?? '', STATUS[letter] ?? 'modified')
      continue
    }
    const [, added = '', removed = '', path = ''] = COUNTS.exec(part) ?? []
    if (path === '') continue
    changes.push({
      path: Buffer.from(path, 'latin1').toString('utf8'),
      status: statuses.get(path) ?? 'modified',
      added: Number(added) || 0,
      removed: Number(removed) || 0,
      binary: added === '-',
    })
  }
  return changes
}

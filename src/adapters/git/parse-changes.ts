// Reads what `git diff-index --raw --numstat -z` prints: each file twice, first with its kind of change, then with its lines.
import type { FileChange } from '../../protocol/agents/work-diff.ts'

const STATUS: Readonly<Record<string, FileChange['status']>> = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  T: 'retyped',
}
const RAW = /^:(\d+) (\d+) (\w+) (\w+) (\w)/
const COUNTS = /^(\d+|-)\t(\d+|-)\t(.*)$/s

/** With what git knows besides: modes and the contents' names, zeros where there is none. */
export interface ParsedChange extends FileChange {
  /** As git has it, a character a byte: names need not be UTF-8. */
  readonly rawPath: string
  readonly oldMode: string
  readonly newMode: string
  readonly oldId: string
  readonly newId: string
}

type Kind = Pick<ParsedChange, 'status' | 'oldMode' | 'newMode' | 'oldId' | 'newId'>

const UNKNOWN: Kind = { status: 'modified', oldMode: '', newMode: '', oldId: '', newId: '' }

/** `text` is latin1, so that names which are no UTF-8 are told apart; what is given back is for people. */
export function parseChanges(text: string): ParsedChange[] {
  const parts = text.split('\0')
  const kinds = new Map<string, Kind>()
  const changes: ParsedChange[] = []
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? ''
    const [raw, oldMode = '', newMode = '', oldId = '', newId = '', letter = ''] = RAW.exec(part) ?? []
    if (raw !== undefined) {
      at += 1
      kinds.set(parts[at] ?? '', {
        status: STATUS[letter] ?? 'modified',
        oldMode,
        newMode,
        oldId,
        newId,
      })
      continue
    }
    const [, added = '', removed = '', path = ''] = COUNTS.exec(part) ?? []
    if (path === '') continue
    changes.push({
      path: Buffer.from(path, 'latin1').toString('utf8'),
      rawPath: path,
      ...(kinds.get(path) ?? UNKNOWN),
      added: Number(added) || 0,
      removed: Number(removed) || 0,
      binary: added === '-',
    })
  }
  return changes
}

const STEP = /^\s*:+(\d{6}(?: \d{6})*) ([0-9a-f]{40,64}(?: [0-9a-f]{40,64})*) ([A-Z]+)$/

/** What `git log -c --raw -z` prints of several commits. Of a merge the last mode and name are those that it made. */
export function parseSteps(
  text: string,
): Pick<ParsedChange, 'path' | 'status' | 'oldMode' | 'newMode' | 'newId'>[] {
  const parts = text.split('\0')
  return parts.flatMap((part, at) => {
    const [, modes = '', ids = '', letters = ''] = STEP.exec(part) ?? []
    const path = parts[at + 1]
    if (modes === '' || path === undefined) return []
    return [
      {
        path: Buffer.from(path, 'latin1').toString('utf8'),
        status: STATUS[letters.charAt(0)] ?? 'modified',
        oldMode: modes.split(' ')[0] ?? '',
        newMode: modes.split(' ').at(-1) ?? '',
        newId: ids.split(' ').at(-1) ?? '',
      },
    ]
  })
}

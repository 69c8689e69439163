// An entry of the journal in a terminal: who, when and where in a line, what it says indented below.
import { printable } from '../../lib/printable.ts'
import type { JournalEntry } from '../../protocol/journal/journal.ts'

export function layoutEntry({ at, kind, author, project, text, files, day }: JournalEntry): string {
  const by = author === 'system' ? '' : ` by ${author}`
  const says = printable(text.trimEnd()).split('\n')
  const kept = files.map((file) => `attached: journal/${project}/${day}/${file}`)
  const head = `${at.slice(0, 19).replace('T', ' ')} ${kind}${by} (${project})`
  return [head, ...[...says, ...kept].map((line) => `  ${line}`.trimEnd())].join('\n')
}

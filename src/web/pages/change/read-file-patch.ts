// The lines of a patch of git, with those that say where and how the file is, and without the blank before lines that stay. Pure.
import type { DiffLine } from '../../approvals/diff-lines.ts'

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed', ' ': 'same' }

export function readFilePatch(patch: string): readonly DiffLine[] {
  const lines: DiffLine[] = []
  let isInHunk = false
  for (const text of patch.replace(/\n$/, '').split('\n')) {
    // What a file contains never begins a line: a sign stands before it.
    if (text.startsWith('diff --git ')) isInHunk = false
    if (text.startsWith('@@')) isInHunk = true
    const kind = isInHunk ? KINDS[text.charAt(0)] : undefined
    lines.push(kind === undefined ? { kind: 'same', text } : { kind, text: text.slice(1) })
  }
  return lines
}

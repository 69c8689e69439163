// A patch as agents write them: what begins with a sign goes or comes, the rest says where. Pure.
import type { DiffLine } from './diff-lines.ts'

const KINDS: Readonly<Record<string, DiffLine['kind']>> = { '+': 'added', '-': 'removed' }

/** The sign goes into the margin; a line without one stands whole. */
export function readPatchLines(patch: string): readonly DiffLine[] {
  return patch.split('\n').map((line) => {
    const kind = KINDS[line.charAt(0)]
    return kind === undefined ? { kind: 'same', text: line } : { kind, text: line.slice(1) }
  })
}

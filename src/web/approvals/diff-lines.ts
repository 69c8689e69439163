// Two texts as the lines that go and the lines that come; what both begin and end with stays. Pure.

export interface DiffLine {
  readonly kind: 'added' | 'removed' | 'same'
  readonly text: string
}

export function diffLines(before: string, after: string): readonly DiffLine[] {
  const old = linesOf(before)
  const fresh = linesOf(after)
  const shorter = Math.min(old.length, fresh.length)
  let head = 0
  while (head < shorter && old[head] === fresh[head]) head += 1
  let tail = 0
  while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail += 1
  return [
    ...all('same', old.slice(0, head)),
    ...all('removed', old.slice(head, old.length - tail)),
    ...all('added', fresh.slice(head, fresh.length - tail)),
    ...all('same', old.slice(old.length - tail)),
  ]
}

/** Nothing has no line, not one that is empty. */
const linesOf = (text: string) => (text === '' ? [] : text.split('\n'))
const all = (kind: DiffLine['kind'], lines: readonly string[]) => lines.map((text) => ({ kind, text }))

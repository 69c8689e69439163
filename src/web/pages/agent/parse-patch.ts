// Reads a unified diff as git prints it: a part a file, with the numbers of its lines on both sides. It is only ever shown.

export interface PatchLine {
  readonly kind: 'added' | 'removed' | 'same' | 'hunk' | 'note'
  readonly text: string
  readonly before: number | null
  readonly after: number | null
}

export interface FilePatch {
  readonly path: string
  readonly lines: readonly PatchLine[]
}

const HEAD = 'diff --git '
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/

export function parsePatch(patch: string): readonly FilePatch[] {
  const files: { path: string; lines: PatchLine[] }[] = []
  let before = 0
  let after = 0
  let isInHunk = false
  for (const line of patch.split('\n')) {
    // What a file contains never begins a line: a sign stands before it.
    if (line.startsWith(HEAD)) {
      files.push({ path: readPatchPath(line.slice(HEAD.length)), lines: [] })
      isInHunk = false
      continue
    }
    const lines = files.at(-1)?.lines
    const hunk = HUNK.exec(line)
    if (hunk) {
      isInHunk = true
      before = Number(hunk[1])
      after = Number(hunk[2])
      lines?.push({ kind: 'hunk', text: line, before: null, after: null })
    } else if (isInHunk && line.startsWith('+'))
      lines?.push({ kind: 'added', text: line.slice(1), before: null, after: after++ })
    else if (isInHunk && line.startsWith('-'))
      lines?.push({ kind: 'removed', text: line.slice(1), before: before++, after: null })
    else if (isInHunk && line.startsWith(' '))
      lines?.push({ kind: 'same', text: line.slice(1), before: before++, after: after++ })
    else if (line.startsWith('\\') || line.startsWith('Binary files'))
      lines?.push({ kind: 'note', text: line.replace(/^\\ /, ''), before: null, after: null })
  }
  return files
}

/** Both sides have the same name, since nothing is shown as renamed: `a/NAME b/NAME`. */
export function readPatchPath(names: string): string {
  if (!names.startsWith('"')) return names.slice(2, 2 + (names.length - 5) / 2)
  const quoted = /^"a\/((?:[^"\\]|\\.)*)"/.exec(names)?.[1] ?? names
  return unquote(quoted)
}

const SIGNS: Readonly<Record<string, number>> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  '"': 34,
  '\\': 92,
}

/** Git writes unusual bytes of a name as `\303\244`, and some as `\n`. */
function unquote(quoted: string): string {
  const bytes = [...quoted.matchAll(/\\(\d{3})|\\(.)|([^\\]+)/g)].flatMap(([, octal, sign, plain = '']) => {
    if (octal !== undefined) return [Number.parseInt(octal, 8)]
    return sign === undefined ? Array.from(new TextEncoder().encode(plain)) : [SIGNS[sign] ?? 63]
  })
  return new TextDecoder().decode(new Uint8Array(bytes))
}

// Takes a patch as git prints it apart by files. Nothing of it is left out: modes and names say as much as lines.
import { readPatchPath } from '../agent/parse-patch.ts'

const HEAD = 'diff --git '

/** The text of each file by its path. A path that comes twice, as when a file becomes a link, has both parts. */
export function splitPatch(patch: string): ReadonlyMap<string, string> {
  const parts = new Map<string, string>()
  // What a file contains never begins a line: a sign stands before it.
  for (const part of patch.split(/^(?=diff --git )/m).filter((text) => text.startsWith(HEAD))) {
    const [head = ''] = part.split('\n', 1)
    const path = readPatchPath(head.slice(HEAD.length))
    parts.set(path, (parts.get(path) ?? '') + part)
  }
  return parts
}

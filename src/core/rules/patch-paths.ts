// The files that a patch of Codex's own format touches.

const HEAD = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/

export interface PatchPath {
  readonly does: 'write' | 'delete'
  readonly path: string
}

/** Null when it names none: then nobody knows what it does. */
export function readPatchPaths(patch: string): PatchPath[] | null {
  const found = patch.split('\n').flatMap((line): PatchPath[] => {
    const [, what, path] = HEAD.exec(line.trim()) ?? []
    if (what === undefined || path === undefined) return []
    return [{ does: what === 'Delete File' ? 'delete' : 'write', path: path.trim() }]
  })
  return found.length === 0 ? null : found
}

// A hook names its transcript by path, and whoever can call a hook could name any file: only one that really lies in the
// program's own folder is opened, symbolic links followed (CVE-2026-47091 was such a path).
import { realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'

export async function resolveTranscript(path: string, folder: string): Promise<string | null> {
  if (!isInside(path, folder)) return null
  try {
    const [real, root] = await Promise.all([realpath(path), realpath(folder)])
    return isInside(real, root) ? real : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null // not written yet
    throw error
  }
}

function isInside(path: string, folder: string): boolean {
  if (!isAbsolute(path) || !isAbsolute(folder) || path.includes('\0') || !path.endsWith('.jsonl'))
    return false
  const rest = relative(folder, path)
  return rest !== '' && !isAbsolute(rest) && rest.split(sep)[0] !== '..'
}

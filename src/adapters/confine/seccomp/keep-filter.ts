// Keeps the filter of system calls as a file, which bubblewrap reads at each start. Its name says its content, so a file that is there
// is the right one; sandboxes can't reach its folder.
import { createHash } from 'node:crypto'
import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeAtomically } from '../../files/write-atomically.ts'
import { assembleFilter } from './assemble-filter.ts'

const FOLDER_MODE = 0o700

/** Resolves with its path; with undefined on a kind of machine whose system calls are not listed. */
export async function keepFilter(folder: string, builds: boolean): Promise<string | undefined> {
  const { arch } = process
  if (arch !== 'x64' && arch !== 'arm64') return undefined
  const filter = assembleFilter(arch, { builds })
  const path = join(folder, `calls-${createHash('sha256').update(filter).digest('hex').slice(0, 16)}.bpf`)
  try {
    await access(path)
  } catch {
    // Not recursive: who only looks at a home that is not there does not make it.
    await mkdir(folder, { mode: FOLDER_MODE }).catch(unlessThere)
    await writeAtomically(path, filter)
  }
  return path
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

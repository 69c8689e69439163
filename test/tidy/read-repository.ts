// Reads what git tracks or would track: a new file is judged before it is committed, a build is not.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeSourceFile, type SourceFile } from './syntax/source-file.ts'

// A path list of 64 MiB is far past any repository that fits on the machine; the default of 1 MiB is not.
const PATH_LIST_MAX_BYTES = 64 * 1024 * 1024

export function readRepository(root: string): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: PATH_LIST_MAX_BYTES,
  })
  // git lists a conflicted path once a stage, and a deleted file until the deletion is staged.
  const paths = [...new Set(listed.split('\0'))].filter((path) => path !== '' && existsSync(join(root, path)))
  return paths.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    return isBinary(text) ? [] : [makeSourceFile(path, text)]
  })
}

function isBinary(text: string): boolean {
  return text.includes('\0')
}

// The log files of a source on this machine, opened together: what `LogFiles` wants of them.
import { glob, realpath, type FileHandle } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { makeLogReader, type LogReader } from './log-reader.ts'
import { matchGlob } from '../files/match-glob.ts'
import { openReal } from '../files/open-real.ts'
import { familyOf, isPacked } from '../../core/watch/family-of.ts'
import type { LogFile, LogFiles, LogSource } from '../../core/watch/log-files.ts'

/** More than this is a mistake in a glob. */
const FILES_MAX = 500
/** Nobody's logs, and many files. */
const PASSED_OVER: ReadonlySet<string> = new Set(['node_modules', '.git'])

export function makeSystemLogFiles(): LogFiles {
  const windows: Buffer[] = []
  return {
    async open(source) {
      const files = new Map<string, OpenFile>()
      const folder = { close: () => Promise.all([...files.values()].map((file) => file.close())) }
      try {
        for (const path of await findPaths(source)) {
          const file = await openFile(source, path, windows)
          // Two names of the same file.
          if (file && files.has(file.id)) await file.close()
          else if (file) files.set(file.id, file)
        }
      } catch (error) {
        await folder.close()
        throw error
      }
      return {
        files: [...files.values()],
        async [Symbol.asyncDispose]() {
          await folder.close()
        },
      }
    },
  }
}

/** What the globs name, and what rotations made of it, also while it is not there itself. */
async function findPaths({ folder, globs }: LogSource): Promise<string[]> {
  const paths = new Set<string>()
  for (const each of globs)
    for await (const path of glob(widen(each), { cwd: folder, exclude: (name) => PASSED_OVER.has(name) }))
      if (isMeant(path, each) && paths.size < FILES_MAX) paths.add(join(folder, path))
  return [...paths].toSorted()
}

const isMeant = (path: string, each: string) =>
  !isPacked(path) && (matchGlob(path, each) || matchGlob(familyOf(path), each))

/** app.log: also app.log.1 and app-20260102.log. */
function widen(each: string): string[] {
  const dot = each.lastIndexOf('.')
  const hasEnding = dot > each.lastIndexOf('/') + 1
  return [each, `${each}?*`, ...(hasEnding ? [`${each.slice(0, dot)}?*${each.slice(dot)}`] : [])]
}

type OpenFile = LogFile & LogReader

/** Undefined for what is no file, not ours to read, or gone by now. */
async function openFile(source: LogSource, path: string, windows: Buffer[]): Promise<OpenFile | undefined> {
  let handle: FileHandle | undefined
  try {
    const real = await realpath(path)
    if (source.isConfined && !real.startsWith((await realpath(source.folder)) + sep)) return undefined
    handle = (await openReal(real)) ?? undefined
    if (!handle) return undefined
    const { dev, ino, size } = await lookAt(handle)
    return { path, id: `${dev}:${ino}`, size, ...makeLogReader(handle, windows) }
  } catch {
    await handle?.close()
    return undefined // what can't be opened can't be read at this look
  }
}

async function lookAt(handle: FileHandle) {
  // Inodes of some file systems are larger than a number can be.
  const stat = await handle.stat({ bigint: true })
  return { dev: stat.dev, ino: stat.ino, size: Number(stat.size) }
}

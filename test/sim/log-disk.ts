// A folder of logs as programs treat it: files are written through what was opened, whatever their names became meanwhile. In
// memory, where inodes are used again at once, or real.
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  truncateSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { LogFile, LogFiles } from '../../src/core/watch/log-files.ts'

export interface Pen {
  write(text: string): void
  close(): void
}

export interface LogDisk {
  /** For appending; makes the file if it is not there. */
  openPen(name: string): Pen
  rename(from: string, to: string): void
  remove(name: string): void
  truncate(name: string): void
  names(): string[]
  read(name: string): string
}

interface Inode {
  readonly id: number
  text: string
  pens: number
  links: number
}

/** `step` is called before everything that the watcher does. */
export function makeMemoryDisk(step: () => void): { readonly disk: LogDisk; readonly logFiles: LogFiles } {
  const names = new Map<string, Inode>()
  const free: number[] = []
  let inodes = 0
  const find = (name: string): Inode => {
    const inode = names.get(name)
    if (!inode) throw new Error(`there is no ${name}`)
    return inode
  }
  const letGo = (inode: Inode) => {
    if (inode.links === 0 && inode.pens === 0) free.push(inode.id)
  }
  const remove = (name: string) => {
    const inode = find(name)
    names.delete(name)
    inode.links -= 1
    letGo(inode)
  }
  const disk: LogDisk = {
    openPen(name) {
      const inode = names.get(name) ?? { id: free.pop() ?? (inodes += 1), text: '', pens: 0, links: 1 }
      names.set(name, inode)
      inode.pens += 1
      return {
        write: (text) => void (inode.text += text),
        close() {
          inode.pens -= 1
          letGo(inode)
        },
      }
    },
    rename(from, to) {
      if (names.has(to)) remove(to)
      names.set(to, find(from))
      names.delete(from)
    },
    remove,
    truncate: (name) => void (find(name).text = ''),
    names: () => [...names.keys()],
    read: (name) => find(name).text,
  }
  const logFiles: LogFiles = {
    async open() {
      step()
      const files = [...names].map(([name, inode]) => openInMemory(`/logs/${name}`, inode, step))
      return { files, [Symbol.asyncDispose]: () => Promise.resolve() }
    },
  }
  return { disk, logFiles }
}

function openInMemory(path: string, inode: Inode, step: () => void): LogFile {
  return {
    path,
    id: String(inode.id),
    size: inode.text.length,
    async read(offset, bytes) {
      step()
      return inode.text.slice(offset, offset + bytes)
    },
  }
}

export function makeRealDisk(folder: string): LogDisk {
  const at = (name: string) => join(folder, name)
  return {
    openPen(name) {
      const file = openSync(at(name), 'a')
      return { write: (text) => void writeSync(file, text, null, 'latin1'), close: () => closeSync(file) }
    },
    rename: (from, to) => renameSync(at(from), at(to)),
    remove: (name) => unlinkSync(at(name)),
    truncate: (name) => truncateSync(at(name)),
    names: () => readdirSync(folder),
    read: (name) => readFileSync(at(name), 'latin1'),
  }
}

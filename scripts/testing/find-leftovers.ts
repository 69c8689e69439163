// Finds what a run has left on the machine. Every file of a run lies under one folder, so a process belongs to the run
// when its command, its environment or its working folder names that folder.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

export interface Leftover {
  readonly pid: number
  readonly command: string
}

/** Finds nothing on systems without /proc. */
export function findProcessesOf(folder: string): Leftover[] {
  return listPids().flatMap((pid) => {
    if (pid === process.pid || !belongsTo(pid, folder)) return []
    return [{ pid, command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim() }]
  })
}

/** Deepest first, so that they can be unmounted in this order. */
export function findMountsOf(folder: string): string[] {
  const places = readText('/proc/mounts')
    .split('\n')
    .map((line) => (line.split(' ')[1] ?? '').replaceAll('\\040', ' '))
  return places
    .filter((place) => `${place}/`.startsWith(`${folder}/`))
    .toSorted((a, b) => b.length - a.length)
}

function belongsTo(pid: number, folder: string): boolean {
  // A process that waits for its parent to read its exit status has no command any more, and can't be ended.
  if (/^State:\s+Z/m.test(readProc(pid, 'status'))) return false
  const words = `${readProc(pid, 'cmdline')}\0${readProc(pid, 'environ')}\0${readFolder(pid)}`
  return words.includes(folder)
}

function listPids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return [] // no /proc on this system
  }
}

function readProc(pid: number, name: string): string {
  return readText(`/proc/${pid}/${name}`)
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // the process has ended, or belongs to another user
  }
}

function readFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return '' // the process has ended, or belongs to another user
  }
}

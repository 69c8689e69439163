// Who listens on a port: the first thing that a person wants to know when it is taken (H11).
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { printable } from '../../lib/printable.ts'
import { listProcesses } from '../list-processes.ts'

const LSOF_LIMIT_MS = 5000
const SHOWN_CHARS = 80

export function describePortHolder(port: number): string {
  const pid = process.platform === 'linux' ? findOnLinux(port) : findWithLsof(port)
  if (pid === undefined) return 'a process that this user cannot see'
  const args = listProcesses().find((info) => info.pid === pid)?.args ?? []
  return `process ${pid} (${printable(args.join(' ')).slice(0, SHOWN_CHARS)})`
}

/** The socket's inode in /proc/net/tcp is also the target of its descriptor in /proc/PID/fd. */
function findOnLinux(port: number): number | undefined {
  const inodes = new Set(['tcp', 'tcp6'].flatMap((table) => listeningInodes(table, port)))
  if (inodes.size === 0) return undefined
  return listProcesses().find(({ pid }) => socketInodes(pid).some((inode) => inodes.has(inode)))?.pid
}

const LISTEN = '0A'

function listeningInodes(table: string, port: number): string[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return readOrEmpty(`/proc/net/${table}`)
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((columns) => columns[1]?.endsWith(`:${wanted}`) && columns[3] === LISTEN)
    .map((columns) => columns[9] ?? '')
}

function socketInodes(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (fd) => /^socket:\[(\d+)\]$/.exec(linkOf(pid, fd))?.[1] ?? [],
    )
  } catch {
    return [] // another user's process, or it ended
  }
}

function linkOf(pid: number, fd: string): string {
  try {
    return readlinkSync(`/proc/${pid}/fd/${fd}`)
  } catch {
    return '' // closed while we looked
  }
}

function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return '' // no IPv6 on this machine
  }
}

function findWithLsof(port: number): number | undefined {
  try {
    const args = ['-nP', '-t', `-iTCP:${port}`, '-sTCP:LISTEN']
    const pid = Number.parseInt(execFileSync('lsof', args, { encoding: 'utf8', timeout: LSOF_LIMIT_MS }), 10)
    return Number.isNaN(pid) ? undefined : pid
  } catch {
    return undefined // lsof exits with 1 when it finds nobody
  }
}

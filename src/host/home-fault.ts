// Why a home can't be used, in the words of the person who has to do something about it.
import { accessSync, constants, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'

export interface HomeFault {
  readonly kind: 'foreign' | 'read-only' | 'closed' | 'deep'
  readonly detail: string
  readonly hint: string
}

const ELSEWHERE = 'name another home with --home or CMUX_HOME'

/** What can be seen without writing; undefined when nothing speaks against the home, which need not be there yet. */
export function findHomeFault(home: string, platform: string = process.platform): HomeFault | undefined {
  return findDepth(home, platform) ?? findRefusal(home, home)
}

export function requireHome(home: string): void {
  const fault = findHomeFault(home)
  if (fault) throw new CmuxError('HOME_UNUSABLE', fault.detail, { hint: fault.hint })
}

/** The same from the error of an attempt. A full disk is seen by an attempt only. */
export function explainHomeError(home: string, error: unknown): CmuxError {
  const full = explainFullDisk(error, home)
  if (full) return full
  const { path } = error instanceof Error && 'path' in error ? error : { path: undefined }
  const fault = findHomeFault(home) ?? (typeof path === 'string' ? findRefusal(home, path) : undefined)
  const reason = error instanceof Error ? error.message : String(error)
  const message = fault?.detail ?? `the home directory ${home} can't be used: ${reason}`
  return new CmuxError('HOME_UNUSABLE', message, { cause: error, ...(fault && { hint: fault.hint }) })
}

const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
/** The primary code of SQLite for a full disk. */
const SQLITE_FULL = 13

/** Undefined when it is another error. */
export function explainFullDisk(error: unknown, place?: string): CmuxError | undefined {
  if (!(error instanceof Error)) return undefined
  const { code, errcode, path } = error as { code?: unknown; errcode?: unknown; path?: unknown }
  if (!FULL.has(code) && !(typeof errcode === 'number' && errcode % 256 === SQLITE_FULL)) return undefined
  const at = place ?? (typeof path === 'string' ? path : undefined)
  return new CmuxError('DISK_FULL', at === undefined ? 'the disk is full' : `the disk of ${at} is full`, {
    cause: error,
    hint: 'free disk space (`df -h` shows where it is missing), and try again',
  })
}

/** Sockets lie below the home, the longest at `watchdog/door-PID-CHILD`. On Linux they have short names of another kind. */
const LONGEST_SOCKET = 'watchdog/door-9999999-9999'
const ADDRESS_MAX_BYTES = 103

function findDepth(home: string, platform: string): HomeFault | undefined {
  const most = ADDRESS_MAX_BYTES - LONGEST_SOCKET.length - 1
  const bytes = Buffer.byteLength(home)
  if (platform === 'linux' || bytes <= most) return undefined
  return {
    kind: 'deep',
    detail: `the path of the home directory has ${bytes} bytes, and sockets in it allow ${most}: ${home}`,
    hint: ELSEWHERE,
  }
}

/** `path` is in the home, or the home itself. What is not there yet is judged by the folder that it would be made in. */
function findRefusal(home: string, path: string): HomeFault | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    if (statSync(path).isDirectory()) accessSync(path, constants.X_OK)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' && dirname(path) !== path) return findRefusal(home, dirname(path))
    if (code === 'EROFS')
      return {
        kind: 'read-only',
        detail: `the home directory ${home} is on a read-only file system`,
        hint: `mount it writable, or ${ELSEWHERE}`,
      }
    return code === 'EACCES' || code === 'EPERM' ? describeClosed(home, path) : undefined
  }
}

function describeClosed(home: string, path: string): HomeFault {
  const { path: seen, uid } = findOwner(path)
  const me = process.getuid?.() ?? -1
  if (uid === me)
    return {
      kind: 'closed',
      detail: `the home directory ${home} can't be used: you may not write ${seen}`,
      hint: `chmod u+rwx ${seen}`,
    }
  // Everything up to the folder that it would be made in can be seen.
  if (seen === path && path.length < home.length)
    return {
      kind: 'closed',
      detail: `the home directory ${home} can't be made: ${seen} belongs to ${nameOf(uid)}, and you are ${nameOf(me)}`,
      hint: ELSEWHERE,
    }
  return {
    kind: 'foreign',
    detail: `the home directory ${home} is not yours: ${seen} belongs to ${nameOf(uid)}, and you are ${nameOf(me)}`,
    hint: `${ELSEWHERE}, or run cmux as that user`,
  }
}

/** Of the deepest part of the path that this user can see. */
function findOwner(path: string): { path: string; uid: number } {
  try {
    return { path, uid: statSync(path).uid }
  } catch (error) {
    if (dirname(path) === path) throw error
    return findOwner(dirname(path))
  }
}

function nameOf(uid: number): string {
  const rows = readUsers().map((line) => line.split(':'))
  const [name] = rows.find((columns) => columns[2] === String(uid)) ?? []
  return name === undefined ? `uid ${uid}` : `${name} (uid ${uid})`
}

function readUsers(): string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return [] // then the number has to do
  }
}

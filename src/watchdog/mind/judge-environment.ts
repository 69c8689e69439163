// From what was seen of the machine to plain words: is it the environment that keeps cmux from running, and what to do.
import type { DatabaseState } from '../machine/check-database.ts'

export interface EnvironmentFacts {
  readonly home: string
  /** `freeFiles` is null where the file system does not count them. */
  readonly disk:
    | { readonly freeBytes: number; readonly totalBytes: number; readonly freeFiles: number | null }
    | { readonly error: string }
  /** An error's code, such as EACCES, when it can't be written. */
  readonly homeError: string | null
  readonly database: DatabaseState
  readonly hasTmux: boolean
}

export interface Finding {
  readonly what: 'disk' | 'home' | 'database' | 'tmux' | 'examination'
  /** `fail`: cmux can't run like this. */
  readonly state: 'ok' | 'warn' | 'fail'
  readonly detail: string
  readonly hint: string
}

/** Below this, writes fail or are about to. Not more, since a full disk acquits the release that just failed. */
const FULL_BYTES = 16 * 1024 * 1024
/** Below this somebody should know: the database's log, a backup and messages want room. */
const LOW_BYTES = 200 * 1024 * 1024
const LOW_SHARE = 0.1
const MIB = 1024 * 1024

const HOME_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be written by the user that cmux runs as',
  EPERM: 'may not be written by the user that cmux runs as',
  EROFS: 'is on a read-only file system',
}

export function judgeEnvironment(facts: EnvironmentFacts): Finding[] {
  return [judgeDisk(facts), judgeHome(facts), judgeDatabase(facts), judgeTmux(facts)]
}

function judgeDisk({ disk, home }: EnvironmentFacts): Finding {
  const what = 'disk'
  if ('error' in disk)
    return {
      what,
      state: 'warn',
      detail: `The disk of ${home} can't be examined: ${disk.error}.`,
      hint: 'Run `cmux doctor`.',
    }
  const { freeBytes, totalBytes, freeFiles } = disk
  const free = `${Math.floor(freeBytes / MIB)} MiB of ${Math.floor(totalBytes / MIB)} MiB are free`
  const hint = 'Free disk space; cmux comes back by itself.'
  if (freeBytes < FULL_BYTES)
    return { what, state: 'fail', detail: `The disk of ${home} is full: ${free}.`, hint }
  if (freeFiles === 0)
    return {
      what,
      state: 'fail',
      detail: `The disk of ${home} has no room for another file (no inodes).`,
      hint,
    }
  if (freeBytes < LOW_BYTES || freeBytes < totalBytes * LOW_SHARE)
    return { what, state: 'warn', detail: `The disk of ${home} is nearly full: ${free}.`, hint }
  return { what, state: 'ok', detail: `Disk: ${free}.`, hint: '' }
}

function judgeHome({ home, homeError }: EnvironmentFacts): Finding {
  const what = 'home'
  if (homeError === null) return { what, state: 'ok', detail: `${home} can be written.`, hint: '' }
  const why = HOME_ERRORS[homeError] ?? `can't be written (${homeError})`
  const hint =
    homeError === 'EROFS'
      ? 'Mount it writable.'
      : `Make ${home} a folder of yours with mode 700 (chown, chmod).`
  return { what, state: 'fail', detail: `The home directory ${home} ${why}.`, hint }
}

function judgeDatabase({ database, home }: EnvironmentFacts): Finding {
  const what = 'database'
  const restore = 'Run `cmux backup list`, then `cmux backup restore`.'
  const detail = 'detail' in database ? database.detail : ''
  const isNew = database.kind === 'absent' && !database.expected
  if (isNew) return { what, state: 'ok', detail: 'There is no database yet.', hint: '' }
  const rows: Readonly<Record<DatabaseState['kind'], readonly [Finding['state'], string, string]>> = {
    sound: ['ok', 'The database is sound.', ''],
    absent: ['fail', `The database cmux.db is missing in ${home}.`, restore],
    locked: [
      'fail',
      'The database cmux.db is locked by another process.',
      `End the process that has ${home}/cmux.db open (\`fuser\` or \`lsof\` names it).`,
    ],
    corrupt: ['fail', `The database cmux.db is damaged: ${detail}.`, restore],
    unreadable: [
      'fail',
      `The database cmux.db can't be read: ${detail}.`,
      `See who owns the files in ${home}, and run \`cmux doctor\`.`,
    ],
    unknown: ['warn', `Whether the database is sound is not known: ${detail}.`, 'Run `cmux doctor`.'],
  }
  const [state, words, hint] = rows[database.kind]
  return { what, state, detail: words, hint }
}

function judgeTmux({ hasTmux }: EnvironmentFacts): Finding {
  const what = 'tmux'
  if (hasTmux) return { what, state: 'ok', detail: 'tmux is there.', hint: '' }
  return {
    what,
    state: 'warn',
    detail: 'tmux is not on the PATH: agents live in it, so none can start.',
    hint: 'Install tmux.',
  }
}

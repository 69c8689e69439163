// What `doctor` looks at: the machine, the home and the server; each finding with the command that mends it.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isOlder } from '../lib/is-older.ts'
import { Config } from '../protocol/config.ts'
import { findProcesses, PROGRAMS } from './find-processes.ts'
import { installCommand } from './install-command.ts'
import { findHomeFault } from './home-fault.ts'
import { listBackups } from './backups/list-backups.ts'
import { readInstance } from './read-instance.ts'

export interface Finding {
  readonly what: string
  readonly state: 'ok' | 'warn' | 'fail'
  readonly detail: string
  /** What to type or do; only with warn and fail. */
  readonly fix?: string
}

const VERSION_LIMIT_MS = 3000
/** The first that can be told to leave the person's own settings alone. */
const OLDEST_GIT = '2.32'
const DISK_WARN_SHARE = 0.1
const DISK_FAIL_BYTES = 200 * 1024 * 1024
const GIB = 1024 ** 3

export function examineMachine(home: string, path: string): Finding[] {
  return [
    examineNode(),
    examineGit(),
    examineProgram('tmux', ['-V'], 'fail', `${installCommand('tmux', path)} (agents live in it)`),
    examineHome(home),
    examineDisk(home),
    examineConfig(home),
    examineDatabase(home),
    examineBackups(home),
    examineServer(home),
  ]
}

function examineNode(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const fit = major > 24 || (major === 24 && minor >= 21)
  if (fit) return { what: 'node', state: 'ok', detail: process.version }
  return {
    what: 'node',
    state: 'fail',
    detail: `${process.version} is too old`,
    fix: 'run cmux through its launcher',
  }
}

function examineProgram(name: string, args: string[], severity: 'warn' | 'fail', fix: string): Finding {
  try {
    const output = execFileSync(name, args, { encoding: 'utf8', timeout: VERSION_LIMIT_MS, stdio: 'pipe' })
    return { what: name, state: 'ok', detail: output.trim() }
  } catch (error) {
    return {
      what: name,
      state: severity,
      detail: error instanceof Error ? error.message : String(error),
      fix,
    }
  }
}

function examineGit(): Finding {
  const found = examineProgram('git', ['--version'], 'fail', 'install git')
  const [version] = /\d+(\.\d+)+/.exec(found.detail) ?? []
  if (found.state !== 'ok' || version === undefined || !isOlder(version, OLDEST_GIT)) return found
  return {
    ...found,
    state: 'fail',
    detail: `${found.detail} is older than ${OLDEST_GIT}: it would follow your own git settings in agents' workspaces`,
    fix: `install git ${OLDEST_GIT} or newer`,
  }
}

function examineHome(home: string): Finding {
  const what = 'home'
  const fault = findHomeFault(home)
  if (fault) return { what, state: 'fail', detail: fault.detail, fix: fault.hint }
  if (!existsSync(home))
    return { what, state: 'ok', detail: `${home} does not exist yet; \`cmux up\` makes it` }
  const open = (statSync(home).mode & 0o077) !== 0
  if (open) return { what, state: 'warn', detail: `${home} is open to others`, fix: `chmod 700 ${home}` }
  return { what, state: 'ok', detail: home }
}

function examineDisk(home: string): Finding {
  const what = 'disk'
  const { bavail, bsize, blocks } = statfsSync(existsSync(home) ? home : '/')
  const free = bavail * bsize
  const detail = `${(free / GIB).toFixed(1)} GiB of ${((blocks * bsize) / GIB).toFixed(1)} GiB free`
  if (free < DISK_FAIL_BYTES)
    return { what, state: 'fail', detail, fix: 'free disk space now: writes will be refused' }
  if (bavail / blocks < DISK_WARN_SHARE) return { what, state: 'warn', detail, fix: 'free disk space' }
  return { what, state: 'ok', detail }
}

function examineConfig(home: string): Finding {
  const what = 'config'
  const path = join(home, 'config.json')
  if (!existsSync(path)) return { what, state: 'ok', detail: 'defaults' }
  try {
    const parsed = Config.safeParse(JSON.parse(readFileSync(path, 'utf8')))
    if (parsed.success) return { what, state: 'ok', detail: path }
    const [issue] = parsed.error.issues
    const key = issue?.path.join('.') || 'the document'
    return { what, state: 'fail', detail: `${key}: ${issue?.message ?? 'invalid'}`, fix: `correct ${path}` }
  } catch (error) {
    return {
      what,
      state: 'fail',
      detail: error instanceof Error ? error.message : String(error),
      fix: `correct ${path}`,
    }
  }
}

function examineDatabase(home: string): Finding {
  const what = 'database'
  const path = join(home, 'cmux.db')
  if (!existsSync(path)) {
    const used = existsSync(join(home, 'tokens', 'owner'))
    if (!used) return { what, state: 'ok', detail: 'none yet' }
    return { what, state: 'fail', detail: `${path} is gone`, fix: 'cmux backup restore' }
  }
  try {
    const database = new DatabaseSync(path, { readOnly: true, timeout: VERSION_LIMIT_MS })
    try {
      const [row] = database.prepare('pragma quick_check(1)').all()
      const finding = String(row?.['quick_check'])
      if (finding === 'ok') return { what, state: 'ok', detail: `${path} is sound` }
      return { what, state: 'fail', detail: finding, fix: 'cmux down && cmux backup restore' }
    } finally {
      database.close()
    }
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    return { what, state: 'fail', detail, fix: 'cmux down && cmux backup restore' }
  }
}

function examineBackups(home: string): Finding {
  const [newest] = listBackups(home)
  const aside = existsSync(home) ? readdirSync(home).filter((name) => name.startsWith('set-aside-')) : []
  const detail = newest ? `newest ${newest.id} of ${newest.createdAt}` : 'none yet'
  if (aside.length === 0) return { what: 'backups', state: 'ok', detail }
  const fix = `look at ${aside.join(', ')} in ${home}, and delete what you don't need`
  return { what: 'backups', state: 'warn', detail: `${detail}; ${aside.length} set aside`, fix }
}

function examineServer(home: string): Finding {
  const what = 'server'
  const pids = findProcesses(home, [PROGRAMS.watchdog])
  const instance = readInstance(home)
  if (pids.length > 1)
    return {
      what,
      state: 'fail',
      detail: `several watchdogs run: ${pids.join(', ')}`,
      fix: 'cmux down && cmux up',
    }
  if (pids.length === 0 && instance)
    return {
      what,
      state: 'warn',
      detail: `instance.json names process ${instance.pid}, which is gone`,
      fix: 'cmux up',
    }
  return { what, state: 'ok', detail: pids[0] === undefined ? 'not running' : `process ${pids[0]}` }
}

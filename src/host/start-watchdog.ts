// Opens the port through the binder, which leaves the watchdog behind holding it.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CmuxError } from '../protocol/cmux-error.ts'
import { serverArguments, type StartOptions } from './start/check-start.ts'
import { describePortHolder } from './start/port-holder.ts'

const BIND_LIMIT_MS = 10_000
const DEFAULT_PORT = 8000
/** Ports tried on the very first start, counted from the default. */
const FIRST_PORTS = 100

type Bound = { readonly port: number } | { readonly failed: string }

export function startWatchdog(options: StartOptions & { readonly envPort: string | undefined }): number {
  const { home } = options
  const config = readConfig(home)
  const chosen = options.port ?? options.envPort ?? config['port']
  const first = Number(chosen ?? DEFAULT_PORT)
  const last = chosen === undefined ? first + FIRST_PORTS - 1 : first
  for (let port = first; port <= last; port += 1) {
    const bound = bind({ ...options, port: String(port) })
    if ('failed' in bound && bound.failed === 'EADDRINUSE') continue
    if ('failed' in bound)
      throw new CmuxError('START_FAILED', `port ${port} can't be opened: ${bound.failed}`)
    return bound.port
  }
  throw new CmuxError('PORT_TAKEN', `port ${first} is taken by ${describePortHolder(first)}`)
}

function bind(options: StartOptions): Bound {
  const { home, programs } = options
  const guard = [
    '--watchdog',
    join(home, 'watchdog', 'watchdog.mjs'),
    '--output',
    join(home, 'logs', 'watchdog.out'),
  ]
  const args = [join(programs, 'binder.mjs'), ...serverArguments(options), ...guard]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    timeout: BIND_LIMIT_MS,
    cwd: '/',
  })
  try {
    return JSON.parse(stdout) as Bound
  } catch {
    return { failed: stderr.trim() || 'the binder said nothing' }
  }
}

function readConfig(home: string): Record<string, unknown> {
  const path = join(home, 'config.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>) : {}
}

/** The port of the first start is kept, so that bookmarks and agents' settings stay true. A later flag holds once. */
export function keepPort(home: string, port: number): void {
  const config = readConfig(home)
  if (config['port'] !== undefined) return
  const path = join(home, 'config.json')
  const building = `${path}.${process.pid}.tmp`
  writeFileSync(building, `${JSON.stringify({ ...config, port }, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(building, path)
}

// A running cmux on a home of its own, from this checkout's build, for as long as a bench needs it.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const launcher = join(import.meta.dirname, '..', '..', 'cmux')
const LIMITS = { requestsPerSec: 1_000_000, requestBurst: 1_000_000 }

export interface GuardedHome extends Disposable {
  readonly home: string
  readonly port: number
  readonly owner: string
  leader(): number
  /** How many servers have loaded: each opens its private door then. */
  doors(): number
}

/**
 * `watchdog`: settings beside a soak so short that every kill meets a release that is called good. A home that is given is used as it
 * is, and stays.
 */
export function startGuardedHome(watchdog: Record<string, unknown> = {}, given?: string): GuardedHome {
  const home = given ?? mkdtempSync(join(tmpdir(), 'cmux-bench-'))
  const config = {
    limits: LIMITS,
    watchdog: { soakSec: 0.2, soakProbes: 1, probeEverySec: 0.2, ...watchdog },
  }
  writeFileSync(join(home, 'config.json'), JSON.stringify(config))
  execFileSync(launcher, ['up', '--home', home, '--port', '0', '--no-open'], { stdio: 'ignore' })
  const instance = () =>
    JSON.parse(readFileSync(join(home, 'instance.json'), 'utf8')) as { pid: number; port: number }
  return {
    home,
    port: instance().port,
    owner: readFileSync(join(home, 'tokens', 'owner'), 'utf8').trim(),
    leader: () => instance().pid,
    doors: () => readdirSync(join(home, 'watchdog')).filter((name) => name.startsWith('door-')).length,
    [Symbol.dispose]() {
      execFileSync(launcher, ['down', '--home', home], { stdio: 'ignore' })
      if (given === undefined) rmSync(home, { recursive: true, force: true })
    },
  }
}

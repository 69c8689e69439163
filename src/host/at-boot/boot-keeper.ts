// The service managers that can keep cmux up, as rows: where each keeps its entries, and what it is told.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import type { BootEntry } from './boot-entry.ts'
import { makeLaunchdAgent } from './launchd-agent.ts'
import { makeSystemdUnit } from './systemd-unit.ts'

type Command = readonly [program: string, ...args: string[]]

export interface BootKeeper {
  readonly name: 'systemd' | 'launchd'
  /** The file of an entry, in the user's own folder. */
  fileOf(entry: BootEntry, folders: Folders): string
  textOf(entry: BootEntry): string
  /** Succeeds when this manager runs for this user. */
  readonly ask: Command
  /** Fails when the text of a file is wrong; a missing program leaves it unchecked. */
  check(file: string): Command
  isActive(entry: BootEntry): Command
  start(entry: BootEntry, file: string): readonly Command[]
  /** After the keeper has gone by itself, so that cmux stays up. The second list follows the removal of the file. */
  forget(entry: BootEntry): readonly [before: readonly Command[], after: readonly Command[]]
  readonly hint: string
}

export interface Folders {
  /** The user's home directory, which is not cmux's. */
  readonly user: string
  /** XDG_CONFIG_HOME, or its default. */
  readonly config: string
}

const COMMAND_LIMIT_MS = 30_000

const systemctl = (...args: string[]): Command => ['systemctl', '--user', ...args]
const unitOf = ({ name }: BootEntry) => `${name}.service`
const domain = `gui/${process.getuid?.() ?? 0}`

export const SYSTEMD: BootKeeper = {
  name: 'systemd',
  fileOf: (entry, { config }) => join(config, 'systemd', 'user', unitOf(entry)),
  textOf: makeSystemdUnit,
  ask: systemctl('show-environment'),
  check: (file) => ['systemd-analyze', '--user', '--man=no', 'verify', file],
  isActive: (entry) => systemctl('is-active', '--quiet', unitOf(entry)),
  start: (entry) => [systemctl('daemon-reload'), systemctl('enable', '--now', unitOf(entry))],
  forget: (entry) => [[systemctl('disable', unitOf(entry))], [systemctl('daemon-reload')]],
  hint: 'to have it started at boot and not only when you log in: loginctl enable-linger',
}

export const LAUNCHD: BootKeeper = {
  name: 'launchd',
  fileOf: ({ name }, { user }) => join(user, 'Library', 'LaunchAgents', `${name}.plist`),
  textOf: makeLaunchdAgent,
  ask: ['launchctl', 'print', domain],
  check: (file) => ['plutil', '-lint', file],
  isActive: ({ name }) => ['launchctl', 'print', `${domain}/${name}`],
  start: (_, file) => [['launchctl', 'bootstrap', domain, file]],
  forget: ({ name }) => [[['launchctl', 'bootout', `${domain}/${name}`]], []],
  hint: 'it is started when you log in',
}

export interface Ran {
  readonly ok: boolean
  /** It could not even be started. */
  readonly isMissing: boolean
  readonly words: string
}

export function run([program, ...args]: Command): Ran {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: COMMAND_LIMIT_MS })
  const isMissing = error !== undefined && 'code' in error && error.code === 'ENOENT'
  const words = (error?.message ?? stderr).trim()
  return {
    ok: status === 0,
    isMissing,
    words: `${[program, ...args].join(' ')}: ${words || `exit ${status}`}`,
  }
}

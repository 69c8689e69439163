// Settings from config.json, the environment and flags, in rising order, checked once; errors name the key (X1).
// The only file of the server that reads the environment.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { CmuxError } from '../protocol/cmux-error.ts'
import { Config } from '../protocol/config.ts'
import { listUnknownVariables } from './list-unknown-variables.ts'

export interface Settings {
  readonly home: string
  readonly config: Config
  /** Nobody has chosen a port yet: the first free one may be taken, and is kept. */
  readonly portIsOpen: boolean
  /** A private socket on which the watchdog asks this very process; set when there is a watchdog. */
  readonly door: string | undefined
  /** Only say whether this release could start here. */
  readonly checkOnly: boolean
  /** Only end the agents of this home; there must be no server that would bring them back. */
  readonly endAgents: boolean
  /** For programs that we run on somebody's behalf. */
  readonly environment: Readonly<Record<string, string>>
  /** On a copy of the data, for a while: nothing may be started or kept that outlives us. By the environment, since a flag
   * would be refused by the older release that a rehearsal goes back to. */
  readonly rehearsing?: boolean
  /** Names of the environment that look like settings and are none. */
  readonly unknownVariables: readonly string[]
}

type Tree = { [key: string]: unknown }

export function loadSettings(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Settings {
  const flags = readFlags(args)
  const home = resolve(flags.home ?? (env['CMUX_HOME'] || join(homedir(), '.cmux')))
  const sources: [name: string, tree: Tree][] = [
    [join(home, 'config.json'), readConfigFile(join(home, 'config.json'))],
    ['the environment', treeFromEnvironment(env)],
    ['flags', treeFromFlags(flags)],
  ]
  // Each source is checked alone first, so that an error can say where the bad value stands.
  for (const [name, tree] of sources) parseConfig(tree, name)
  const merged = sources.reduce<Tree>((sum, [, tree]) => mergeTrees(sum, tree), {})
  return {
    home,
    config: parseConfig(merged, 'the settings'),
    portIsOpen: merged['port'] === undefined,
    door: flags.door,
    checkOnly: flags.check ?? false,
    endAgents: flags['end-agents'] ?? false,
    environment: definedOnly(env),
    unknownVariables: listUnknownVariables(Object.keys(env), settingNames()),
    ...(env['CMUX_REHEARSING'] === '1' && { rehearsing: true }),
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  const pairs = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return Object.fromEntries(pairs)
}

interface Flags {
  home?: string
  port?: string
  host?: string
  door?: string
  check?: boolean
  'end-agents'?: boolean
}

function readFlags(args: readonly string[]): Flags {
  try {
    const text = { type: 'string' } as const
    const flags = parseArgs({
      args: [...args],
      options: {
        home: text,
        port: text,
        host: text,
        door: text,
        check: { type: 'boolean' },
        'end-agents': { type: 'boolean' },
      },
    }).values
    // An empty path would mean the folder that we happen to stand in.
    if (flags.home === '') throw new TypeError('--home is empty')
    return flags
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CmuxError('CONFIG_INVALID', `flags: ${reason}`, { cause: error })
  }
}

function readConfigFile(path: string): Tree {
  if (!existsSync(path)) return {}
  const parsed = parseConfigFile(path)
  if (isTree(parsed)) return parsed
  throw new CmuxError('CONFIG_INVALID', `${path} must hold one JSON object`)
}

function parseConfigFile(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    const reason = error instanceof SyntaxError ? 'is not JSON' : "can't be read"
    const detail = error instanceof Error ? error.message : String(error)
    throw new CmuxError('CONFIG_INVALID', `${path} ${reason}: ${detail}`, { cause: error })
  }
}

/** `limits.requestsPerSec` can be given as CMUX_LIMITS_REQUESTS_PER_SEC, and so can every other setting. */
function treeFromEnvironment(env: NodeJS.ProcessEnv): Tree {
  let tree: Tree = {}
  for (const [name, path] of settingNames()) {
    const text = env[name]
    if (text !== undefined) tree = mergeTrees(tree, nest(path, valueFromText(text)))
  }
  return tree
}

function settingNames(): ReadonlyMap<string, readonly string[]> {
  return new Map(
    leafPaths(Config.parse({})).map((path) => [
      `CMUX_${path.map((key) => key.replaceAll(/[A-Z]/g, '_$&').toUpperCase()).join('_')}`,
      path,
    ]),
  )
}

function treeFromFlags(flags: Flags): Tree {
  const tree: Tree = {}
  if (flags.port !== undefined) tree['port'] = valueFromText(flags.port)
  if (flags.host !== undefined) tree['host'] = flags.host
  return tree
}

function parseConfig(tree: Tree, source: string): Config {
  const parsed = Config.safeParse(tree)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const key =
      issue?.path.join('.') || (issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'the document')
    throw new CmuxError('CONFIG_INVALID', `${key} in ${source}: ${issue?.message ?? 'invalid'}`)
  }
  return refuseOpenHost(parsed.data, source)
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/

/** Whoever reaches the port can type into shells, so it is not offered to a network in the clear. */
function refuseOpenHost(config: Config, source: string): Config {
  if (LOOPBACK.test(config.host)) return config
  throw new CmuxError('CONFIG_INVALID', `host in ${source}: ${config.host} is not a loopback address`, {
    hint: 'keep 127.0.0.1 and put a tunnel (ssh -L) or a TLS proxy in front; name it in `allowedHosts`',
  })
}

function leafPaths(tree: Tree, prefix: string[] = []): string[][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    isTree(value) ? leafPaths(value, [...prefix, key]) : [[...prefix, key]],
  )
}

function valueFromText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text // not JSON, so it is meant as a plain string
  }
}

function nest(path: readonly string[], value: unknown): Tree {
  const [key = '', ...rest] = path
  return { [key]: rest.length === 0 ? value : nest(rest, value) }
}

function mergeTrees(under: Tree, over: Tree): Tree {
  const merged: Tree = { ...under }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isTree(below) && isTree(value) ? mergeTrees(below, value) : value
  }
  return merged
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// What the CLI takes from its environment; nothing else outside the server and the watchdog reads it.
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export interface Environment {
  readonly home: string
  /** Set for an agent, and for whoever talks to a cmux elsewhere. */
  readonly url: string | undefined
  readonly tokenFile: string
  readonly port: string | undefined
  /** The checkout that the launcher stands in. */
  readonly checkout: string | undefined
  /** The folder that the command was typed in, with links resolved. */
  readonly folder: string
  /** Whether a browser can be opened here. */
  readonly hasScreen: boolean
  /** Where programs are found. */
  readonly path: string
  /** The setting `rehearsal.browser`, where the environment has it. */
  readonly rehearsalBrowser: string | undefined
  /** Of the user, not of cmux. */
  readonly folders: { readonly user: string; readonly config: string }
}

/** What a program on trial may know of this machine: how to find programs, and nothing of any cmux. */
export function smallEnvironment(
  more: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const kept = ['PATH', 'HOME', 'LANG', 'TZ'].flatMap((name) =>
    env[name] === undefined ? [] : [[name, env[name]] as const],
  )
  return { ...Object.fromEntries(kept), ...more }
}

/** What says nothing about the terminal, or that it can't move its cursor: tmux draws on none of these. */
const NO_TERMINALS: ReadonlySet<string | undefined> = new Set([undefined, '', 'dumb', 'unknown'])

/** For a program that draws on this terminal. One without a name is taken for what nearly all of them understand. */
export function terminalEnvironment(env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return NO_TERMINALS.has(env['TERM']) ? { ...env, TERM: 'xterm-256color' } : env
}

export function readEnvironment(
  homeFlag: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Environment {
  const home = resolve(homeFlag ?? env['CMUX_HOME'] ?? join(homedir(), '.cmux'))
  const own = homeFlag === undefined
  return {
    home,
    url: own ? env['CMUX_URL'] : undefined,
    tokenFile: (own && env['CMUX_TOKEN_FILE']) || join(home, 'tokens', 'owner'),
    port: env['CMUX_PORT'],
    checkout: env['CMUX_CHECKOUT'],
    path: env['PATH'] ?? '',
    rehearsalBrowser: env['CMUX_REHEARSAL_BROWSER'],
    folder: process.cwd(),
    folders: { user: homedir(), config: env['XDG_CONFIG_HOME'] || join(homedir(), '.config') },
    hasScreen: process.platform === 'darwin' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']),
  }
}

/** Names that a child gets to see. Git's own variables would send it to another repository or another index. */
const PASSED_ON = {
  git: /^(?!GIT_)/,
  build: /^(?:PATH|TMPDIR)$/,
  /** Behind walls `/tmp` is its own. */
  'boxed build': /^PATH$/,
  install:
    /^(?:PATH|HOME|TMPDIR|XDG_\w+|npm_config_\w+|(?:https?|no|all)_proxy|NODE_EXTRA_CA_CERTS|SSL_CERT_(?:FILE|DIR))$/i,
} as const

export function readChildEnvironment(
  purpose: keyof typeof PASSED_ON,
  env: NodeJS.ProcessEnv = process.env,
): Record<string, string> {
  const entries = Object.entries(env).filter(([name]) => PASSED_ON[purpose].test(name))
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

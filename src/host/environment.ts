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
  /** Whether a browser can be opened here. */
  readonly hasScreen: boolean
  /** Where programs are found. */
  readonly path: string
  /** Of the user, not of cmux. */
  readonly folders: { readonly user: string; readonly config: string }
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
    folders: { user: homedir(), config: env['XDG_CONFIG_HOME'] || join(homedir(), '.config') },
    hasScreen: process.platform === 'darwin' || Boolean(env['DISPLAY'] ?? env['WAYLAND_DISPLAY']),
  }
}

// The environment of an agent: what cmux tells it, what its program needs, and nothing else of the person's (A12).
import type { LaunchOrder } from '../../core/agents/runtime.ts'

/**
 * What every program needs to work as it does for the person: who and where they are, how texts and times are written, how
 * the network is reached. No SSH_AUTH_SOCK, no cloud keys, no NODE_OPTIONS: they would hand an agent the person's own reach.
 */
const SHARED = [
  'HOME PATH USER LOGNAME SHELL TMPDIR TZ LANG LANGUAGE LC_*',
  'XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR',
  'HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy',
  'NODE_EXTRA_CA_CERTS SSL_CERT_FILE SSL_CERT_DIR',
]

/** It runs in a pane of tmux, whatever terminal cmux was started from. */
const TERM = 'screen-256color'

/** `own` names what the program needs for itself, separated by blanks; a star at the end stands for any rest. */
export function agentEnvironment(
  order: LaunchOrder,
  own: readonly string[],
  added: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const allowed = [...SHARED, ...own].flatMap((names) => names.split(' '))
  const isAllowed = (name: string) =>
    allowed.some((pattern) =>
      pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
    )
  const passed = Object.entries(order.environment).filter(([name]) => isAllowed(name))
  return {
    ...Object.fromEntries(passed),
    TERM,
    ...added,
    CMUX_AGENT: 'true',
    CMUX_AGENT_NAME: order.agent,
    CMUX_PROJECT: order.project ?? '',
    CMUX_URL: order.url,
    CMUX_TOKEN_FILE: order.tokenFile,
  }
}

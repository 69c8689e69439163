// What our tmux server is told before the first window and again by everyone who connects: an older release may have started
// it. `-q` passes over what an older tmux does not know.

export const SESSION = 'cmux'

/**
 * A window that holds the session when there is no agent. It is renamed, to what it is called already, to tell of a death: a
 * hook has no other voice in control mode. No agent can have this name.
 */
const KEEPER = 'cmux_keeper'

const TELL_OF_DEATH = `run-shell -b -d 0 -C "rename-window -t =${SESSION}:=${KEEPER} ${KEEPER}"`

// Not here, since they end the server and every agent with it (tmux 3.3a): `window-size manual` (the next new-window) and
// `focus-events on` (a change of focus on a dead pane).
export const SERVER_OPTIONS: readonly (readonly string[])[] = [
  ['set', '-sq', 'exit-empty', 'off'],
  ['set', '-sq', 'exit-unattached', 'off'],
  ['set', '-sq', 'escape-time', '10'],
  ['set', '-sq', 'extended-keys', 'on'],
  // What an agent prints must not get into a person's clipboard.
  ['set', '-sq', 'set-clipboard', 'off'],
  // It would keep every command with its environment, and every paste.
  ['set', '-sq', 'message-limit', '0'],
  ['set', '-sq', 'default-terminal', 'tmux-256color'],
  ['set', '-gq', 'destroy-unattached', 'off'],
  ['set', '-gq', 'history-limit', '10000'],
  ['set', '-gq', 'status', 'off'],
  ['set', '-gq', 'set-titles', 'off'],
  // Whoever attaches brings nothing of their environment in.
  ['set', '-gq', 'update-environment', ''],
  // The dead stay, so that how they ended can be read; no line is written over their last words.
  ['set', '-gwq', 'remain-on-exit', 'on'],
  ['set', '-gwq', 'remain-on-exit-format', ''],
  ['set', '-gwq', 'allow-rename', 'off'],
  ['set', '-gwq', 'automatic-rename', 'off'],
  ['set', '-gwq', 'allow-passthrough', 'off'],
  ['set-hook', '-g', 'pane-died', TELL_OF_DEATH],
]

/** For each client, looked at once a second: the hook is silent while tmux itself has missed a death. */
export const TELL_OF_CLOSED: readonly string[] = ['refresh-client', '-B', 'cmux:%*:#{pane_dead}']

const KEEPER_PROGRAM = "echo 'Agents of cmux live in the other windows. This one keeps their place.'"

export const MAKE_SESSION: readonly (readonly string[])[] = [
  ['new-session', '-d', '-s', SESSION, '-n', KEEPER, '--', '/bin/sh', '-c', KEEPER_PROGRAM],
  ['set', '-p', '-t', `=${SESSION}:=${KEEPER}`, '@cmux_keeper', '1'],
]

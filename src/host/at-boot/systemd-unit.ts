// The text of a systemd user unit. It runs a keeper that stays, since cmux itself detaches: its processes replace each
// other, so that none of them could be the unit's main one.
import type { BootEntry } from './boot-entry.ts'

/** systemd refuses a program whose path has quotes or backslashes; as an argument of the shell it may have any. */
const RUN = 'exec "$0" "$@"'

export function makeSystemdUnit({ home, node, args, path }: BootEntry): string {
  return `[Unit]
Description=cmux on ${quotePercent(home.replaceAll(/\s+/g, ' '))}

[Service]
Type=simple
Environment=${quote(`PATH=${path}`)}
ExecStart=/bin/sh ${['-c', RUN, node, ...args].map(quoteArgument).join(' ')}
# Agents and tmux are in this unit's group of processes, and outlive it.
KillMode=process
# An agent that runs out of memory is no reason to stop the others.
OOMPolicy=continue
Restart=on-failure
RestartSec=5
TimeoutStopSec=30

[Install]
WantedBy=default.target
`
}

/** In quotes a backslash and a quote need one more, and a percent sign would begin a specifier. */
function quote(word: string): string {
  const escaped = word.replaceAll(/["\\]/g, String.raw`\$&`).replaceAll(/\p{Cc}/gu, escapeControl)
  return `"${quotePercent(escaped)}"`
}

/** Variables are replaced in arguments, but not in `Environment=`. */
function quoteArgument(word: string): string {
  return quote(word).replaceAll('$', '$$$$')
}

const quotePercent = (text: string) => text.replaceAll('%', '%%')

function escapeControl(character: string): string {
  return String.raw`\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`
}

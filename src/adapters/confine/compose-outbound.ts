// The command line that starts a program beside a proxy that lives exactly as long. Pure; bash does the work.
//
// The process that the caller started becomes the program, so its pid stays the same. The proxy runs outside, under a keeper in a
// session of its own that starts it again when it is killed. Both learn of the program's end by a pipe: only the program's first
// process holds the side for writing. Nothing of this depends on the server.
import { LIFELINE_FD } from './compose-own-network.ts'

const READY_LIMIT_SEC = 20
const FAILED =
  'cmux: the proxy to the domains that this agent may reach did not start; `cmux agent restart` tries again'

/** Its words are the proxy, which reads the pipe as its input and ends well when the pipe does. */
const KEEPER = [
  'exec 3</proc/self/fd/6 1>/proc/self/fd/7 6>&- 7>&-',
  // A wait that ends at once is the end of the pipe: also a proxy that can't be started is not tried for ever.
  'until "$@" <&3 3<&-; do exec >/dev/null; read -r -t 0.2 -u 3; [ $? -gt 128 ] || exit; done',
].join('; ')

/** `$1`: the keeper, `$2`: how many words the proxy has; then the proxy and the program. */
const OUTSIDE = [
  'exec 6<> <(:) 7<> <(:)',
  'keeper=$1; count=$2; shift 2; proxy=("${@:1:count}"); shift "$count"',
  'setsid -f env -i PATH="$PATH" "$BASH" --norc --noprofile -c "$keeper" outbound "${proxy[@]}" </dev/null >/dev/null 2>&1',
  `exec ${LIFELINE_FD}>/proc/self/fd/6 9</proc/self/fd/7 6>&- 7>&-`,
  `read -r -n 1 -u 9 -t ${READY_LIMIT_SEC} || { echo '${FAILED}' >&2; exit 125; }`,
  'exec 9<&-; exec "$@"',
].join('; ')

interface Outbound {
  readonly bash: string
  /** Prints a line when it listens. */
  readonly proxy: readonly string[]
  readonly command: readonly string[]
}

export function composeOutbound({ bash, proxy, command }: Outbound): [string, ...string[]] {
  const start = [bash, '--norc', '--noprofile', '-c', OUTSIDE, 'outbound'] as const
  return [...start, KEEPER, String(proxy.length), ...proxy, ...command]
}

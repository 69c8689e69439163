// The command line that starts a program in a network of its own. Pure; bash does the work.
//
// The process that the caller started becomes the program, so its pid stays the same. A keeper beside it, in a session of its own,
// runs the tool that carries packages between the new network and the host's, starts it again should it die, and ends it together
// with the program. It notices that end by a pipe: a process of the program holds one side of it and nothing else does.
import { composeFamily, OUTWARD } from '../../lib/compose-addresses.ts'
import type { NetworkTool } from '../../core/confinement/network.ts'

/** The tools answer DNS here, by the host's own resolver. Link-local, so that it is nobody's address. */
export const DNS_ADDRESS = '169.254.1.3'
const SLIRP_CIDR = '169.254.1.0/24'

/** The side of the pipe that the program's first process holds. Whoever starts the program closes it for the program itself. */
export const LIFELINE_FD = 8

const READY_LIMIT_SEC = 20
const FAILED = 'cmux: the network of this agent could not be set up; `cmux doctor` says more'

/** Its words are the tool. */
const KEEPER = [
  'exec 3</proc/self/fd/6 1>/proc/self/fd/7 6>&- 7>&-',
  // The namespace is there, or whoever would have made it is gone.
  'read -r -u 3 || exit',
  'cat <&3 >/dev/null & guard=$!',
  'exec 3<&-',
  'while :; do "$@" </dev/null & tool=$!; wait -n',
  'kill -0 $guard 2>/dev/null || { kill -9 $tool; exit; }',
  'exec >/dev/null; sleep 0.2; done',
].join('; ')

/**
 * The kernel asks no table of routes about a datagram to all (`lib/compose-addresses.ts`) from a socket that is bound to its interface,
 * but it asks its policies for IPsec. A few kernels have none.
 */
const NOBODY_ELSE = 'ip xfrm policy add dst 224.0.0.0/4 dir out action block >/dev/null 2>&1'

/** In the new namespace, as its root. `$1`, `$2`: addresses of IPv4 and IPv6 for `ip`. What could not be blocked would be open. */
const INSIDE = [
  `fail() { echo '${FAILED}' >&2; exit 125; }`,
  `echo >&${LIFELINE_FD}`,
  // While the tool starts.
  NOBODY_ELSE,
  `read -r -n 1 -u 9 -t ${READY_LIMIT_SEC} || fail`,
  'exec 9<&-',
  'ip -force -batch - <<< "$1" >/dev/null 2>&1 || fail',
  // Without IPv6 on the way out nothing of it can be reached, and not all rows can be carried out.
  `ip -force -batch - <<< "$2" >/dev/null 2>&1 || ! grep -q ' ${OUTWARD}$' /proc/net/if_inet6 2>/dev/null || fail`,
  'shift 2; exec "$@"',
].join('; ')

/**
 * `$1`: the keeper, `$2`: not empty when complaints are wanted, `$3`: how many words the tool has; then the tool and what is run inside. `PID` stands
 * for this process.
 */
const OUTSIDE = [
  'exec 6<> <(:) 7<> <(:)',
  'if [ -n "$2" ]; then exec 5>&2; else exec 5>/dev/null; fi',
  'keeper=$1; count=$3; shift 3; tool=("${@:1:count}"); shift "$count"',
  'setsid -f env -i PATH="$PATH" "$BASH" --norc --noprofile -c "$keeper" network "${tool[@]/#PID/$$}" </dev/null 2>&5 5>&-',
  `exec ${LIFELINE_FD}>/proc/self/fd/6 9</proc/self/fd/7 5>&- 6>&- 7>&-`,
  'exec unshare --user --map-root-user --net "$@"',
].join('; ')

export interface OwnNetwork {
  readonly bash: string
  readonly tool: NetworkTool
  readonly isRoot: boolean
  /** Ports of the host's loopback that answer inside. Only pasta does that itself. */
  readonly ports: readonly number[]
  /** Addresses that are the program's own inside. */
  readonly blocked: readonly string[]
  readonly command: readonly string[]
  /** Only to see whether it works: complaints of the tool are wanted. */
  readonly isTried?: true
}

export function composeOwnNetwork(network: OwnNetwork): [string, ...string[]] {
  const { bash, blocked, command } = network
  const tool = TOOLS[network.tool](network)
  const run = (script: string, name: string) => [bash, '--norc', '--noprofile', '-c', script, name] as const
  return [
    ...run(OUTSIDE, 'network'),
    KEEPER,
    network.isTried ? 'loud' : '',
    String(tool.length),
    ...tool,
    ...run(INSIDE, 'network'),
    composeFamily('four', blocked),
    composeFamily('six', blocked),
    ...command,
  ]
}

const words = (text: string) => text.split(' ')

const TOOLS: Readonly<Record<NetworkTool, (network: OwnNetwork) => string[]>> = {
  pasta: ({ isRoot, ports }) => [
    ...words(
      'pasta --quiet --foreground --config-net --no-map-gw --tcp-ports none --udp-ports none --udp-ns none',
    ),
    // It would become nobody, and could then not enter a namespace of root.
    ...(isRoot ? ['--runas', '0'] : []),
    ...words(`--tcp-ns ${ports.length === 0 ? 'none' : ports.join(',')} --dns-forward ${DNS_ADDRESS}`),
    ...words(`--ns-ifname ${OUTWARD} --pid /dev/fd/1 PID`),
  ],
  slirp4netns: () =>
    words(
      `slirp4netns --configure --mtu=65520 --disable-host-loopback --cidr=${SLIRP_CIDR} --ready-fd=1 PID ${OUTWARD}`,
    ),
}

// The network of a sandboxed process, and whether this machine can give an agent one of its own.

/** What makes a network namespace reach the outside world without being root. */
export type NetworkTool = 'pasta' | 'slirp4netns'

export type NetworkState =
  | { readonly kind: 'works'; readonly tool: NetworkTool }
  | { readonly kind: 'missing'; readonly detail: string; readonly hint: string }

/** How a process without the host's network still reaches cmux: a program inside listens on the port and writes to the socket. */
interface WayToCmux {
  readonly port: number
  readonly socket: string
  readonly forwarder: readonly string[]
}

/** How a process without the host's network reaches listed domains: `command` runs outside and serves a proxy at the socket. */
interface OutboundProxy {
  /** On the process's own loopback. */
  readonly port: number
  readonly socket: string
  readonly command: readonly string[]
}

export type SandboxNetwork =
  /** The host's own: every service of the host answers. */
  | { readonly kind: 'host' }
  /** A loopback of its own and nothing else; `cmux`: and cmux. */
  | { readonly kind: 'none'; readonly cmux?: WayToCmux }
  /** A loopback of its own, cmux, and a proxy on that loopback which connects to listed domains only. */
  | { readonly kind: 'listed'; readonly cmux: WayToCmux; readonly outbound: OutboundProxy }
  /** The outside world, cmux, and these ports of the host's loopback. No other service of the host. */
  | { readonly kind: 'own'; readonly cmux: WayToCmux; readonly ports: readonly number[] }

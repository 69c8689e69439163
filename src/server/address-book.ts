// Where we are reached: the address to print, and the names under which browsers may call. Known once we listen.
import type { AllowedHosts } from '../core/access/decide-request.ts'
import type { Clock } from '../core/clock.ts'
import type { Config } from '../protocol/config.ts'
import { timestampFromMs, type Timestamp } from '../protocol/timestamp.ts'

export interface AddressBook {
  /** Set once, right after listening. */
  setPort(port: number): void
  port(): number
  url(): string
  allowedHosts(): AllowedHosts
  /** Browsers send a cookie to every port of a host, so each instance has a name of its own for it. */
  sessionCookie(host: string | undefined): SessionCookie
  readonly startedAt: Timestamp
}

interface SessionCookie {
  readonly name: string
  /** Under a Host whose pages come over https a browser keeps it for https, and for this host alone (`__Host-`). */
  readonly secure: boolean
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export function makeAddressBook(config: Config, clock: Clock): AddressBook {
  let { port } = config
  const name = config.host.includes(':') ? `[${config.host}]` : config.host
  const names = [...LOOPBACK_NAMES, name, ...config.allowedHosts]
  let hosts = listAllowedHosts(port, names)
  return {
    startedAt: timestampFromMs(clock.nowMs()),
    setPort(listening) {
      port = listening
      hosts = listAllowedHosts(port, names)
    },
    port: () => port,
    url: () => `http://${name}:${port}`,
    allowedHosts: () => hosts,
    sessionCookie(host) {
      const secure = hosts.get(host ?? '')?.startsWith('https://') === true
      return { name: `${secure ? '__Host-' : ''}cmux_session_${port}`, secure }
    },
  }
}

/** Each name with the one Origin that its pages have: `name` is on our own port, `name:port` and `https://name` are not. */
function listAllowedHosts(port: number, names: readonly string[]): AllowedHosts {
  return new Map(
    names.map((entry) => {
      const [, scheme, host = ''] = /^(https?:\/\/)?(.*)$/.exec(entry) ?? []
      const authority = scheme || /:\d+$/.test(host) ? host : `${host}:${port}`
      return [authority, `${scheme ?? 'http://'}${authority}`] as const
    }),
  )
}

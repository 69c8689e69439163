// Where we are reached: the address to print, and the names under which browsers may call. Known once we listen.
import type { AllowedHosts } from '../core/access/decide-request.ts'
import type { Clock } from '../core/clock.ts'
import type { Config } from '../protocol/config.ts'
import { timestampFromMs, type Timestamp } from '../protocol/timestamp.ts'

export interface AddressBook {
  /** Set once, right after listening. */
  setPort(port: number): void
  url(): string
  allowedHosts(): AllowedHosts
  readonly startedAt: Timestamp
}

const LOOPBACK_NAMES = ['127.0.0.1', 'localhost', '[::1]']

export function makeAddressBook(config: Config, clock: Clock): AddressBook {
  let { port } = config
  let hosts = listAllowedHosts(port, config.allowedHosts)
  return {
    startedAt: timestampFromMs(clock.nowMs()),
    setPort(listening) {
      port = listening
      hosts = listAllowedHosts(port, config.allowedHosts)
    },
    url: () => `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
    allowedHosts: () => hosts,
  }
}

/** Each name with the one Origin that its pages have. `more`: `name`, `name:port`, or `https://name` behind a TLS proxy. */
function listAllowedHosts(port: number, more: readonly string[]): AllowedHosts {
  const own = LOOPBACK_NAMES.map((name) => [`${name}:${port}`, `http://${name}:${port}`] as const)
  const configured = more.map((entry) => {
    const origin = /^https?:\/\//.test(entry) ? entry : `http://${entry}`
    return [origin.replace(/^https?:\/\//, ''), origin] as const
  })
  return new Map([...own, ...configured])
}

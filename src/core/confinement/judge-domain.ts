// Where a request to the proxy of an agent wants to go, and whether the settings let it. Pure.
import { readHostName, type DomainRule } from '../../lib/parse-domain-rule.ts'

export interface Target {
  readonly host: string
  readonly port: number
}

export type DomainVerdict =
  | { readonly kind: 'allowed'; readonly target: Target; readonly path: string }
  /** `why` is one line for whoever asked. */
  | { readonly kind: 'refused'; readonly status: 400 | 403; readonly why: string }

interface ProxyRequest {
  readonly method: string
  /** The second word of the request: `host:port` of CONNECT, a whole URL of everything else. */
  readonly url: string
}

/** What a rule without a port means: HTTPS and HTTP. */
const PORTS: ReadonlySet<number> = new Set([443, 80])
const CONNECT = /^(?<host>\[[^\]]*\]|[^:@/]+):(?<port>[1-9]\d{0,4})$/
const ABSOLUTE =
  /^http:\/\/(?<host>\[[^\]]*\]|[^:@/?#\\]+)(?::(?<port>[1-9]\d{0,4}))?(?<path>[/?][!-\x22$-~]*)?$/i
const PORT_MAX = 65_535
const SHOWN_CHARS = 100

export function judgeDomain({ method, url }: ProxyRequest, rules: readonly DomainRule[]): DomainVerdict {
  const {
    host = '',
    port = '80',
    path = '/',
  } = (method === 'CONNECT' ? CONNECT : ABSOLUTE).exec(url)?.groups ?? {}
  if (host === '') return refuse(400, `it takes CONNECT host:port and http:// URLs, not ${show(url)}`)
  const name = readHostName(host)
  if (name === undefined)
    return refuse(403, `${show(host)} is no name of a host; addresses are not let through`)
  const target = { host: name, port: Number(port) }
  if (target.port > PORT_MAX) return refuse(400, `${port} is no port`)
  if (!rules.some((rule) => covers(rule, target)))
    return refuse(403, `${name}:${port} is not in agents.confine.domains; a person can add it to config.json`)
  // A client may leave the slash out before a query.
  return { kind: 'allowed', target, path: path.startsWith('/') ? path : `/${path}` }
}

function covers(rule: DomainRule, { host, port }: Target): boolean {
  const isNamed = rule.isBelow ? host.endsWith(`.${rule.host}`) : host === rule.host
  return isNamed && (rule.port === null ? PORTS.has(port) : rule.port === port)
}

const refuse = (status: 400 | 403, why: string): DomainVerdict => ({
  kind: 'refused',
  status,
  why: `cmux's proxy: ${why}`,
})

/** What a stranger wrote, as a few plain characters. */
function show(text: string): string {
  const plain = text.replaceAll(/[^\x21-\x7e]/g, '?')
  return plain.length > SHOWN_CHARS ? `${plain.slice(0, SHOWN_CHARS)}...` : plain
}

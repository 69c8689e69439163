// A rule that names hosts of the internet: `api.example.com`, `*.example.com` for every name below it, each with `:443` or another
// port if only that one is meant. Pure.

export interface DomainRule {
  /** In lower case and in ASCII (`xn--…`), without `*.`. */
  readonly host: string
  /** It means the names below `host`, and not `host` itself. */
  readonly isBelow: boolean
  /** Null: the ports of HTTP and HTTPS. */
  readonly port: number | null
}

/** What DNS allows for a name, and for each part of it. */
const HOST_MAX = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** The ends of names that every reader of URLs takes for an IPv4 address: `127.1`, `0x7f000001`, `1.2.3.4`. */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/
const RULE = /^(?<below>\*\.)?(?<host>[^\s/?#@:*%\\[\]]+)(?::(?<port>[1-9]\d{0,4}))?$/u
const PORT_MAX = 65_535

export function parseDomainRule(text: string): DomainRule | undefined {
  const { below, host = '', port } = RULE.exec(text)?.groups ?? {}
  // Reads names in other scripts as DNS knows them.
  const name = readHostName(URL.parse(`http://${host}/`)?.hostname ?? '')
  if (name === undefined || Number(port ?? 0) > PORT_MAX) return undefined
  return { host: name, isBelow: below !== undefined, port: port === undefined ? null : Number(port) }
}

/** A name of at least two parts in its one spelling; undefined for everything else, such as an address. */
export function readHostName(text: string): string | undefined {
  const name = text.toLowerCase().replace(/\.$/, '')
  const labels = name.split('.')
  if (name.length > HOST_MAX || labels.length < 2) return undefined
  if (!labels.every((label) => LABEL.test(label)) || NUMBER.test(labels.at(-1) ?? '')) return undefined
  return name
}

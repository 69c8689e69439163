// Is this request from where it may come from? Answers DNS rebinding (Host), cross-site requests and cross-site
// WebSockets (Origin, Sec-Fetch-Site) and forged forms (client header). Strings are compared whole, never by prefix.
import type { ErrorCode } from '../../protocol/error-catalogue.ts'

export interface RequestFacts {
  readonly method: string
  /** Every Host header that was sent: two of them are a trick. */
  readonly hosts: readonly string[]
  readonly origin: string | undefined
  readonly secFetchSite: string | undefined
  readonly secFetchMode: string | undefined
  readonly upgrade: boolean
  readonly credential: 'bearer' | 'cookie' | 'none'
  readonly hasClientHeader: boolean
  /** A page or the login: what a person opens by following a link. */
  readonly isPage: boolean
}

/** Which Host names are ours, each with the one Origin that its pages have. */
export type AllowedHosts = ReadonlyMap<string, string>

export interface Refusal {
  readonly code: ErrorCode
  readonly message: string
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
const OWN_SITES = new Set(['same-origin', 'none'])

export function decideRequest(facts: RequestFacts, allowed: AllowedHosts): Refusal | undefined {
  const [host, ...more] = facts.hosts
  const ownOrigin = host === undefined || more.length > 0 ? undefined : allowed.get(host)
  if (ownOrigin === undefined) return refuse('FORBIDDEN_HOST', 'this server does not answer under that Host')

  const changes = !SAFE_METHODS.has(facts.method) || facts.upgrade
  if (facts.origin !== undefined && facts.origin !== ownOrigin)
    return refuse('FORBIDDEN_ORIGIN', 'requests from that Origin are refused')
  if (isForeignSite(facts)) return refuse('FORBIDDEN_ORIGIN', 'requests from other sites are refused')
  if (changes && facts.credential === 'cookie') {
    if (facts.origin === undefined)
      return refuse('FORBIDDEN_ORIGIN', 'a login cookie needs an Origin to change anything')
    if (!facts.upgrade && !facts.hasClientHeader)
      return refuse('FORBIDDEN_ORIGIN', 'a login cookie needs the x-cmux-client header to change anything')
  }
  return undefined
}

function isForeignSite(facts: RequestFacts): boolean {
  if (facts.secFetchSite === undefined || OWN_SITES.has(facts.secFetchSite)) return false
  const followedLink = facts.method === 'GET' && facts.secFetchMode === 'navigate'
  return !(facts.isPage && followedLink)
}

const refuse = (code: ErrorCode, message: string): Refusal => ({ code, message })

// The headers of a request and of its answer, as a proxy passes them on. Pure.
import type { IncomingHttpHeaders } from 'node:http'
import type { Target } from '../../core/confinement/judge-domain.ts'

/** For the connection to the proxy only. How long a body is, is said anew by `planRequestHeaders`. */
const OWN = [
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization proxy-authentication-info',
  'te trailer transfer-encoding upgrade http2-settings expect',
].flatMap((row) => row.split(' '))

export interface PlannedRequest {
  readonly headers: IncomingHttpHeaders
  readonly hasBody: boolean
}

export function planRequestHeaders(headers: IncomingHttpHeaders, { host, port }: Target): PlannedRequest {
  const kept = planHeaders(headers)
  // Whatever the client named, the server is told the name that was judged.
  kept.host = port === 80 ? host : `${host}:${port}`
  // A body whose length the server does not learn would be read there as the next request. A client could have said that the header is
  // for the proxy only.
  delete kept['content-length']
  if (headers['transfer-encoding'] !== undefined) kept['transfer-encoding'] = 'chunked'
  else if (headers['content-length'] !== undefined) kept['content-length'] = headers['content-length']
  return { headers: kept, hasBody: 'transfer-encoding' in kept || 'content-length' in kept }
}

export function planHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = (headers.connection ?? '').toLowerCase().split(',')
  const dropped = new Set([...OWN, ...named.map((name) => name.trim())])
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped.has(name)))
}

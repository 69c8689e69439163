// What is cmux's own does not pass through a service's port, in neither direction. Browsers send cookies to every port of a
// host, so the one of the dashboard comes here, too; and what a service sets is sent to the dashboard. Pure.

/** Those of any cmux on this host, also behind https. */
const OUR_COOKIE = /^(?:__Host-|__Secure-)?cmux_/i
const OUR_HEADER = /^x-cmux-/i
const OUR_TOKEN = /^\s*Bearer\s+cmux_/i

/** Headers as Node gives them raw, name and value in turn, for a request or an answer. */
export function stripOurs(rawHeaders: readonly string[]): string[] {
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? ''
    const value = stripValue(name.toLowerCase(), rawHeaders[at + 1] ?? '')
    if (value !== undefined) kept.push(name, value)
  }
  return kept
}

/** Undefined: nothing is left of it. */
function stripValue(name: string, value: string): string | undefined {
  if (OUR_HEADER.test(name)) return undefined
  if (name === 'authorization') return OUR_TOKEN.test(value) ? undefined : value
  if (name === 'set-cookie') return isOurs(value) ? undefined : value
  if (name !== 'cookie') return value
  const cookies = value.split(';')
  const foreign = cookies.filter((cookie) => !isOurs(cookie))
  if (foreign.length === cookies.length) return value
  return foreign.length === 0 ? undefined : foreign.join(';').trim()
}

const isOurs = (cookie: string) => OUR_COOKIE.test(cookie.trim())

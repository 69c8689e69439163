// Whether something secret may be sent to an address: encrypted, or on this machine.
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost)$/

export function isSafeAddress(text: string, scheme: 'http' | 'ws' = 'http'): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === `${scheme}s:` || (protocol === `${scheme}:` && LOOPBACK.test(hostname))
}

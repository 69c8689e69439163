// Answers DNS rebinding (Host) and requests of other sites (Origin). Strings are compared whole, never by prefix.
import { Refusal } from './refusal.ts'

/** `rawHeaders`: names and values in turn, as they came; Node itself would keep only the first of two Hosts. */
export function refuseForeign(rawHeaders: readonly string[], port: number): Refusal | undefined {
  const ours = [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`]
  const [host, ...moreHosts] = readHeader(rawHeaders, 'host')
  if (host === undefined || moreHosts.length > 0 || !ours.includes(host))
    return new Refusal('FORBIDDEN_HOST', 'this server does not answer under that Host')
  if (readHeader(rawHeaders, 'origin').some((origin) => origin !== `http://${host}`))
    return new Refusal('FORBIDDEN_ORIGIN', 'requests from that Origin are refused')
  return undefined
}

function readHeader(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)
}

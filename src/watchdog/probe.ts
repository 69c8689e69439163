// A probe is a full HTTP answer of the health route within its limit; a connection that is accepted proves nothing.
import http from 'node:http'
import { openShortAddress } from './short-address.ts'

export type ProbeResult = 'well' | 'sick' | 'missed'

/** Where to ask: the port everybody uses, or the private socket of one process. */
export type ProbeTarget = { readonly host: string; readonly port: number } | { readonly socketPath: string }

const HEALTH_PATH = '/api/webhooks/health'
const OK = 200

export function probe(target: ProbeTarget, hostHeader: string, limitMs: number): Promise<ProbeResult> {
  const { promise, resolve } = Promise.withResolvers<ProbeResult>()
  const signal = AbortSignal.timeout(limitMs)
  const address = 'socketPath' in target ? openShortAddress(target.socketPath) : undefined
  const options = {
    ...(address ? { socketPath: address.path } : target),
    path: HEALTH_PATH,
    agent: false,
    signal,
    headers: { host: hostHeader },
  } as const
  const request = http.get(options, (response) => {
    response.resume()
    response.once('end', () => resolve(response.statusCode === OK ? 'well' : 'sick'))
    response.once('error', () => resolve('missed'))
  })
  request.once('error', () => resolve('missed'))
  if (address) request.once('close', () => address.close())
  return promise
}

import http from 'node:http'

const ASK_LIMIT_MS = 2000

/** The pid that answers well on the port, or undefined when nobody does. */
export function askHealth(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>()
  const signal = AbortSignal.timeout(ASK_LIMIT_MS)
  const options = { host: '127.0.0.1', port, path: '/api/webhooks/health', agent: false, signal } as const
  const request = http.get(options, (response) => {
    let body = ''
    response.setEncoding('utf8').on('data', (text: string) => (body += text))
    response.once('error', () => resolve(undefined))
    response.once('end', () =>
      resolve(response.statusCode === 200 ? (JSON.parse(body) as { pid: number }).pid : undefined),
    )
  })
  request.once('error', () => resolve(undefined))
  return promise
}

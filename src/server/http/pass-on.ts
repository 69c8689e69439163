// After a swap, clients still hold connections to the old server. What comes in on them is passed on to the port, where the
// new one answers, and the client is told to reconnect: no request fails.
import http, { type IncomingMessage, type Server, type ServerResponse } from 'node:http'

export function passOn(server: Server, target: { readonly host: string; readonly port: number }): void {
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { method, url, headers } = request
    const options = {
      ...target,
      method,
      path: url,
      headers: { ...headers, connection: 'close' },
      agent: false,
    }
    const onward = http.request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'close' })
      answer.pipe(response)
    })
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  })
}

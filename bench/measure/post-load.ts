// Keep-alive connections that post message after message, each waiting for its answer. Raw sockets: a client library would cost
// as much as the server.
import { once } from 'node:events'
import { connect } from 'node:net'

export interface PostTarget {
  readonly port: number
  readonly token: string
}

/** Answers of 201. */
export async function measurePosts(
  { port, token }: PostTarget,
  path: string,
  { connections, ms, tag }: { readonly connections: number; readonly ms: number; readonly tag: string },
): Promise<{ readonly count: number; readonly perSec: number }> {
  let answers = 0
  const startMs = performance.now()
  const client = async (index: number) => {
    const socket = connect(port, '127.0.0.1').setNoDelay(true)
    await once(socket, 'connect')
    for (let count = 0; performance.now() - startMs < ms; count += 1) {
      const body = JSON.stringify({
        id: `${tag}-${index}-${count}`,
        to: 'owner',
        body: 'please look at the failing test',
      })
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      const [answer] = (await once(socket, 'data')) as [Buffer]
      const head = answer.toString('latin1', 0, 12)
      if (head !== 'HTTP/1.1 201') throw new Error(answer.toString('utf8'))
      answers += 1
    }
    socket.destroy()
  }
  await Promise.all(Array.from({ length: connections }, (_, index) => client(index)))
  return { count: answers, perSec: answers / ((performance.now() - startMs) / 1000) }
}

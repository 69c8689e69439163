// The way from a sandboxed browser to the server that is rehearsed. The socket stands in the browser's folder, which the server can't
// see; who connects to it is joined to the server's port, and reaches nothing else.
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import net from 'node:net'

/** In the browser's folder. */
export const PAGE_SOCKET = 'page.sock'

export async function openPageSocket(folder: string, port: number): Promise<Disposable> {
  const open = new Set<net.Socket>()
  const server = net.createServer((asker) => {
    const answerer = net.connect(port, '127.0.0.1')
    for (const [one, other] of [
      [asker, answerer],
      [answerer, asker],
    ] as const) {
      open.add(one)
      one
        .on('error', () => one.destroy())
        .on('close', () => {
          open.delete(one)
          other.destroy()
        })
    }
    asker.pipe(answerer).pipe(asker)
  })
  // By the folder's descriptor the path is short: that of a socket may have a hundred characters only.
  const descriptor = openSync(folder, 'r')
  server.listen(`/proc/self/fd/${descriptor}/${PAGE_SOCKET}`)
  await once(server, 'listening')
  return {
    [Symbol.dispose]() {
      server.close()
      for (const socket of open) socket.destroy()
      closeSync(descriptor)
    },
  }
}

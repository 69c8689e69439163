// `bridge.mjs`, in the network of one agent and outside its sandbox. A socket belongs to the network in which it was made, whoever
// holds it: so this makes them here and hands them to the server, which is in the host's. It ends with the server.
import net from 'node:net'
import type { FromBridge, ToBridge } from '../../protocol/agents/bridge.ts'

const LOOPBACK = ['127.0.0.1', '::1']
const PARENT_LOOK_MS = 500

function serveBridge(send: (message: FromBridge, socket?: net.Socket) => void): (message: ToBridge) => void {
  const servers = new Map<string, net.Server[]>()
  const acts = {
    listen({ address, port }: Extract<ToBridge, { kind: 'listen' }>) {
      const hosts = address === 'localhost' ? LOOPBACK : [address]
      const made = hosts.map((host) =>
        net
          .createServer({ pauseOnConnect: true }, (socket) => {
            socket.on('error', () => undefined)
            send({ kind: 'accepted', address, port }, socket)
          })
          // Taken by the agent itself, or by the tool that carries its packages: then it is there already.
          .on('error', () => undefined)
          .listen(port, host),
      )
      servers.set(`${address} ${port}`, made)
    },
    close({ address, port }: Extract<ToBridge, { kind: 'close' }>) {
      for (const server of servers.get(`${address} ${port}`) ?? []) server.close()
      servers.delete(`${address} ${port}`)
    },
    connect({ id, port }: Extract<ToBridge, { kind: 'connect' }>) {
      const socket = net.connect({ port, host: 'localhost', autoSelectFamily: true })
      socket.once('error', () => send({ kind: 'connected', id }))
      socket.once('connect', () => {
        socket.pause()
        send({ kind: 'connected', id }, socket)
      })
    },
  }
  return (message) => {
    if (message.kind === 'listen') acts.listen(message)
    else if (message.kind === 'close') acts.close(message)
    else acts.connect(message)
  }
}

// A message that can't be sent any more: the server is gone, and so is this process in a moment.
const serve = serveBridge((message, socket) => process.send?.(message, socket, {}, () => undefined))
process.on('message', serve)
process.on('disconnect', () => process.exit(0))
// While a connection is on its way to a server that was killed, Node does not tell of the end (seen).
const server = process.ppid
setInterval(() => process.ppid === server || process.exit(0), PARENT_LOOK_MS)

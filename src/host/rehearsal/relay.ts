// A port on our loopback that leads to the server in the sandbox. The sandbox offers connections to a socket of ours, and each asker is
// joined to one of them. So we never open anything by a name that what runs inside could have turned to somewhere else.
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import net from 'node:net'

/** In the copy. */
export const RELAY_SOCKET = 'relay.sock'
/** More than a rehearsal ever asks at once. */
const WAITING_MAX = 64

export interface Relay extends Disposable {
  readonly port: number
}

export async function openRelay(copy: string): Promise<Relay> {
  const askers: net.Socket[] = []
  const offers: net.Socket[] = []
  const joinWaiting = () => {
    while (askers.length > 0 && offers.length > 0) join(askers.shift(), offers.shift())
  }
  const queueIn = (queue: net.Socket[]) => (socket: net.Socket) => {
    socket.on('error', () => socket.destroy()).on('close', () => remove(queue, socket))
    if (queue.length < WAITING_MAX) queue.push(socket)
    else socket.destroy()
    joinWaiting()
  }
  const [outside, inside] = [net.createServer(queueIn(askers)), net.createServer(queueIn(offers))]
  // The path of a socket may have a hundred characters only; by the folder's descriptor it is short.
  const folder = openSync(copy, 'r')
  inside.listen(`/proc/self/fd/${folder}/${RELAY_SOCKET}`)
  await once(inside, 'listening')
  outside.listen(0, '127.0.0.1')
  await once(outside, 'listening')
  return {
    port: (outside.address() as net.AddressInfo).port,
    [Symbol.dispose]() {
      outside.close()
      inside.close()
      for (const socket of [...askers, ...offers]) socket.destroy()
      closeSync(folder)
    },
  }
}

function remove(queue: net.Socket[], socket: net.Socket): void {
  const at = queue.indexOf(socket)
  if (at !== -1) queue.splice(at, 1)
}

function join(asker: net.Socket | undefined, offer: net.Socket | undefined): void {
  if (!asker || !offer) return
  asker.on('close', () => offer.destroy())
  offer.on('close', () => asker.destroy())
  asker.pipe(offer).pipe(asker)
}

// Carries connections between the network of one agent and the host's. Sockets of the agent's network come from `bridge.mjs`, which
// is started in there; the bytes go through us.
import { spawn, type ChildProcess } from 'node:child_process'
import net from 'node:net'
import type { BridgePlan, Place } from '../../core/ports/agent-networks.ts'
import type { FromBridge, ToBridge } from '../../protocol/agents/bridge.ts'
import { joinSockets } from './join-sockets.ts'

export interface PortBridge extends Disposable {
  /** These ports and no others. */
  set(plan: Pick<BridgePlan, 'toHost' | 'toAgent'>): void
  readonly hasEnded: () => boolean
}

export interface BridgeOptions {
  readonly pid: number
  /** How `bridge.mjs` is started. */
  readonly command: readonly string[]
  readonly path: string
}

/** A connection that nobody answers in there is none. */
const CONNECT_LIMIT_MS = 10_000

export const enterNetwork = (pid: number) => [
  '--target',
  String(pid),
  '--user',
  '--net',
  '--preserve-credentials',
  '--',
]

export function openPortBridge({ pid, command, path }: BridgeOptions): PortBridge {
  const child = spawn('nsenter', [...enterNetwork(pid), ...command], {
    cwd: '/',
    env: { PATH: path },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let ended = false
  const end = () => void (ended = true)
  child.once('error', end).once('exit', end)
  const joins = joinSockets()
  const inside = talkToBridge(child, (place, socket) =>
    joins.add(nameOf(place), socket, net.connect({ port: place.port, host: place.address })),
  )
  const opened = new Map<string, Place>()
  const published = new Map<string, { readonly server: net.Server; readonly name: string }>()
  return {
    hasEnded: () => ended,
    set({ toHost, toAgent }) {
      change(opened, toHost, nameOf, {
        open(place) {
          inside.send({ kind: 'listen', ...place })
          return place
        },
        close(place) {
          inside.send({ kind: 'close', ...place })
          joins.end(nameOf(place))
        },
      })
      change(published, toAgent, ({ port, hostPort }) => `${port} ${hostPort}`, {
        open({ port, hostPort }) {
          const name = `inside ${port}`
          const server = publish(hostPort, async (outside) => {
            const socket = await inside.connect(port)
            if (socket) joins.add(name, outside, socket)
            else outside.destroy()
          })
          return { server, name }
        },
        close({ server, name }) {
          server.close()
          joins.end(name)
        },
      })
    },
    [Symbol.dispose]() {
      for (const { server } of published.values()) server.close()
      joins.endAll()
      child.kill('SIGKILL')
    },
  }
}

const nameOf = ({ address, port }: Place) => `${address} ${port}`

interface Inside {
  send(message: ToBridge): void
  /** Nothing when nobody listens there. */
  connect(port: number): Promise<net.Socket | undefined>
}

function talkToBridge(child: ChildProcess, onAccepted: (place: Place, socket: net.Socket) => void): Inside {
  const waiting = new Map<number, (socket: net.Socket | undefined) => void>()
  let count = 0
  const send = (message: ToBridge) => void (child.connected && child.send(message, () => undefined))
  const answer = (id: number, socket: net.Socket | undefined) => {
    const resolve = waiting.get(id)
    waiting.delete(id)
    if (resolve) resolve(socket)
    else socket?.destroy()
  }
  child.on('message', (message: FromBridge, handle) => {
    const socket = handle instanceof net.Socket ? handle : undefined
    if (message.kind === 'connected') answer(message.id, socket)
    else if (socket) onAccepted({ address: message.address, port: message.port }, socket)
  })
  return {
    send,
    connect(port) {
      const { promise, resolve } = Promise.withResolvers<net.Socket | undefined>()
      const id = ++count
      const timer = setTimeout(() => answer(id, undefined), CONNECT_LIMIT_MS)
      waiting.set(id, (socket) => {
        clearTimeout(timer)
        resolve(socket)
      })
      send({ kind: 'connect', id, port })
      return promise
    },
  }
}

function publish(hostPort: number, take: (outside: net.Socket) => Promise<void>): net.Server {
  const server = net.createServer({ pauseOnConnect: true }, (outside) => {
    outside.on('error', () => undefined)
    void take(outside)
  })
  // Somebody else has the port now: the page of the agent says where it was, and it can be opened anew.
  server.on('error', () => undefined)
  return server.listen(hostPort, '127.0.0.1')
}

interface Acts<Wanted, Kept> {
  open(wanted: Wanted): Kept
  close(kept: Kept): void
}

function change<Wanted, Kept>(
  kept: Map<string, Kept>,
  wanted: readonly Wanted[],
  name: (wanted: Wanted) => string,
  acts: Acts<Wanted, Kept>,
): void {
  const names = new Map(wanted.map((each) => [name(each), each]))
  for (const [key, each] of kept) {
    if (names.has(key)) continue
    acts.close(each)
    kept.delete(key)
  }
  for (const [key, each] of names) if (!kept.has(key)) kept.set(key, acts.open(each))
}

// The ways in which what agents print reaches somebody who watches: our stream, and what most others do, a `capture-pane`
// of its own for each pane, again and again.
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { WebSocket } from 'ws'
import type { Agent } from '../../src/protocol/agents/agent.ts'
import type { TerminalMessage } from '../../src/protocol/terminal.ts'
import type { ServerProcess } from '../../test/fixtures/start-server-process.ts'
import type { Crowd } from './crowd.ts'
import { makeStampReader } from './time-stamps.ts'

const SIZE = { cols: 120, rows: 40 }
/** As many terminals as one connection shows. */
const VIEWS_MAX = 16

export interface Watching {
  /** What came since the last call: the age of every line in milliseconds, and how many messages or captures brought them. */
  take(): { readonly ages: number[]; readonly deliveries: number }
  end(): Promise<void>
}

export async function watchStream(server: ServerProcess, agents: readonly Agent[]): Promise<Watching> {
  const inbox = makeInbox()
  const sockets: WebSocket[] = []
  for (let at = 0; at < agents.length; at += VIEWS_MAX)
    sockets.push(await openViews(server, agents.slice(at, at + VIEWS_MAX), inbox.put))
  return {
    take: inbox.take,
    async end() {
      for (const socket of sockets) {
        socket.close()
        await once(socket, 'close')
      }
    },
  }
}

function makeInbox() {
  let ages: number[] = []
  let deliveries = 0
  return {
    put(fresh: readonly number[]) {
      ages.push(...fresh)
      deliveries += 1
    },
    take() {
      const taken = { ages, deliveries }
      ages = []
      deliveries = 0
      return taken
    },
  }
}

async function openViews(
  { url, owner }: ServerProcess,
  agents: readonly Agent[],
  onFresh: (ages: readonly number[]) => void,
): Promise<WebSocket> {
  const address = `${url.replace('http', 'ws')}/api/stream?after=0`
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${owner}` } })
  const readers = new Map(agents.map(({ name }) => [name, makeStampReader()]))
  const shown = Promise.withResolvers<void>()
  let screens = 0
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as TerminalMessage | { term?: undefined }
    if (message.term === 'screen' && (screens += 1) === agents.length) shown.resolve()
    if (message.term === 'error') shown.reject(new Error(message.message))
    if (message.term !== 'data') return
    onFresh(readers.get(message.agent)?.read(Buffer.from(message.base64, 'base64').toString()) ?? [])
  })
  await once(socket, 'open')
  for (const { name } of agents) socket.send(JSON.stringify({ term: 'open', agent: name, ...SIZE }))
  await shown.promise
  return socket
}

export function watchByPolling(
  { tmux: [program, ...args], tmuxEnvironment }: Crowd,
  agents: readonly Agent[],
  everyMs: number,
): Watching {
  const inbox = makeInbox()
  const ended = new AbortController()
  const capture = promisify(execFile)
  const watch = async ({ pane }: Agent) => {
    const reader = makeStampReader()
    // Not all at the same moment.
    await pause(Math.random() * everyMs)
    while (!ended.signal.aborted) {
      const startedMs = performance.now()
      const words = [...args, 'capture-pane', '-p', '-t', pane ?? '']
      inbox.put(reader.read((await capture(program, words, { env: tmuxEnvironment })).stdout))
      await pause(Math.max(0, everyMs - (performance.now() - startedMs)))
    }
  }
  const all = Promise.all(agents.map(watch))
  return {
    take: inbox.take,
    async end() {
      ended.abort()
      await all
    },
  }
}

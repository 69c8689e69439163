// Mail: how many messages are accepted a second over HTTP, beside the same route writing nothing and one commit a message; and
// how long an idle agent waits for one, beside a router that polls every two seconds.
import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Agent } from '../src/protocol/agents/agent.ts'
import { openWebSocket } from '../test/fixtures/read-stream.ts'
import { makeBuild } from '../test/fixtures/start-server-process.ts'
import { startCrowd, type Crowd } from './measure/crowd.ts'
import { median } from './measure/median.ts'
import { percentile } from './measure/percentile.ts'
import { measurePosts, type PostTarget } from './measure/post-load.ts'
import { reportRatios, type Ratio } from './measure/report-ratios.ts'

const CONNECTIONS = 50
const ROUNDS = 5
const ROUND_MS = 2000
const COUNTS = [1, 20, 100] as const
const SAMPLES = 60
const POLL_MS = 2000
const POLLED = 20
const LOOK_EVERY_MS = 5
const ARRIVE_LIMIT_MS = 30_000

const run = promisify(execFile)

async function measureRates(): Promise<Ratio[]> {
  const child = fork(new URL('measure/mail-server.ts', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const [target] = (await once(child, 'message')) as [PostTarget]
  const paths = { messages: '/api/messages', nothing: '/bench/nothing', single: '/bench/single' }
  const rates: Record<keyof typeof paths, number[]> = { messages: [], nothing: [], single: [] }
  const costs: Record<keyof typeof paths, number[]> = { messages: [], nothing: [], single: [] }
  // Interleaved, so that the machine's other work falls on all alike; the first round only warms up.
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [name, path] of Object.entries(paths)) {
      const load = { connections: CONNECTIONS, ms: ROUND_MS, tag: `${name}-${round}` }
      const beforeUs = await readProcessorUs(child)
      const { count, perSec } = await measurePosts(target, path, load)
      const cost = ((await readProcessorUs(child)) - beforeUs) / count
      if (round === 0) continue
      rates[name as keyof typeof paths].push(perSec)
      costs[name as keyof typeof paths].push(cost)
    }
  child.disconnect()
  await once(child, 'exit')
  const [messages, nothing, single] = [median(rates.messages), median(rates.nothing), median(rates.single)]
  console.log(
    `accepted a second, ${CONNECTIONS} connections: ${messages.toFixed(0)}; writing nothing ${nothing.toFixed(0)}; one commit each ${single.toFixed(0)}`,
  )
  // The least of all rounds: other work on the machine only adds to it.
  const [perMessage, perNothing] = [Math.min(...costs.messages), Math.min(...costs.nothing)]
  console.log(
    `processor time, µs: a message ${perMessage.toFixed(0)}; writing nothing ${perNothing.toFixed(0)}`,
  )
  return [
    { name: 'messages a second / the same route writing nothing', value: messages / nothing, atLeast: 0.75 },
    { name: 'messages a second / one commit a message', value: messages / single, atLeast: 4.5 },
    {
      name: 'processor time of writing nothing / of a message',
      value: perNothing / perMessage,
      atLeast: 0.7,
    },
  ]
}

async function readProcessorUs(child: ChildProcess): Promise<number> {
  child.send('processor time')
  const [{ user, system }] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return user + system
}

/** From the acceptance to the receipt that says the agent took it as a prompt. */
async function measureDelivery(crowd: Crowd, agents: readonly Agent[]): Promise<number[]> {
  const { server } = crowd
  const moved = new Map<string, (at: number) => void>()
  const stream = await openWebSocket(server, await readHead(crowd), {
    onEvent({ type, data }) {
      if (type === 'message.moved')
        moved.get(`${String(data['id'])} ${String(data['receipt'])}`)?.(performance.now())
    },
  })
  const reaches = (id: string, receipt: string) =>
    new Promise<number>((resolve) => void moved.set(`${id} ${receipt}`, resolve))
  const times: number[] = []
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const agent = agents[sample % agents.length]
    const id = `latency-${agents.length}-${sample}`
    const [submitted, seen] = [reaches(id, 'submitted'), reaches(id, 'seen')]
    await post(crowd, { id, to: agent?.name, body: 'say thank you' })
    const acceptedMs = performance.now()
    times.push(Math.max(0, (await submitted) - acceptedMs))
    await seen
    // It has answered; that it is idle again is drawn a moment later.
    await until(async () => (await crowd.list()).every(({ status }) => status === 'idle'))
  }
  stream.close()
  return times
}

/** What most routers do: look into a folder every two seconds, and paste what is there. */
async function measurePolling(crowd: Crowd, agents: readonly Agent[]): Promise<number[]> {
  const [program, ...args] = crowd.tmux
  const tmux = (...words: string[]) => run(program, [...args, ...words], { env: crowd.tmuxEnvironment })
  const queue: { readonly agent: Agent; readonly text: string }[] = []
  const over = new AbortController()
  const route = async () => {
    while (!over.signal.aborted) {
      for (const { agent, text } of queue.splice(0)) {
        await tmux('set-buffer', '-b', 'polled', '--', text)
        await tmux('paste-buffer', '-p', '-d', '-b', 'polled', '-t', String(agent.pane))
        await tmux('send-keys', '-t', String(agent.pane), 'Enter')
      }
      await pause(POLL_MS)
    }
  }
  const routing = route()
  const times: number[] = []
  for (let sample = 0; sample < POLLED; sample += 1) {
    const agent = agents[sample % agents.length]
    if (!agent) throw new Error('there is no agent')
    // Spread over the router's period.
    await pause((POLL_MS / POLLED) * sample * 0.5)
    const text = `say polled ${sample}`
    const startMs = performance.now()
    queue.push({ agent, text })
    await until(() => Promise.resolve(readConversation(crowd, agent).includes(text)))
    times.push(performance.now() - startMs)
  }
  over.abort()
  await routing
  return times
}

function readConversation({ server }: Crowd, { name, conversation }: Agent): string {
  try {
    return readFileSync(join(server.home, 'agents', name, 'conversations', `${conversation}.jsonl`), 'utf8')
  } catch {
    return '' // nothing was said yet
  }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + ARRIVE_LIMIT_MS
  while (!(await holds())) {
    if (performance.now() > deadlineMs) throw new Error(`not so after ${ARRIVE_LIMIT_MS} ms`)
    await pause(LOOK_EVERY_MS)
  }
}

async function post({ server }: Crowd, body: unknown): Promise<void> {
  const response = await fetch(`${server.url}/api/messages`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.owner}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (response.status !== 201) throw new Error(await response.text())
}

async function readHead({ server }: Crowd): Promise<number> {
  const response = await fetch(`${server.url}/api/status`, {
    headers: { authorization: `Bearer ${server.owner}` },
  })
  return ((await response.json()) as { store: { seq: number } }).store.seq
}

const ratios = await measureRates()
using build = await makeBuild()
await using crowd = await startCrowd(build, { environment: { CMUX_DEMO_PACE: '0' } })
for (const count of COUNTS) {
  await crowd.grow(count, { runtime: 'demo' })
  await until(async () => (await crowd.list()).every(({ status }) => status === 'idle'))
  const agents = await crowd.list()
  const times = await measureDelivery(crowd, agents)
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  console.log(`${count} agents: accepted to submitted p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`)
  if (count !== 20) continue
  const polled = percentile(await measurePolling(crowd, agents), 0.5)
  console.log(`${count} agents: a router that polls every ${POLL_MS / 1000} s p50 ${polled.toFixed(0)} ms`)
  ratios.push({ name: 'p50 of a polling router / ours, 20 agents', value: polled / p50, atLeast: 10 })
}
reportRatios(ratios)

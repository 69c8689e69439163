// A server process with any number of plain programs as its agents, in a tmux of its own; all of it gone at the end.
import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTmuxProgram, socketName } from '../../src/adapters/tmux/tmux-program.ts'
import type { Agent } from '../../src/protocol/agents/agent.ts'
import {
  startServerProcess,
  type Build,
  type ServerProcess,
} from '../../test/fixtures/start-server-process.ts'
import { makeTempFolder } from '../../test/fixtures/temp-folder.ts'

const SPAWN_LIMIT_MS = 60_000
const LOOK_EVERY_MS = 100
/** As many as any bench asks for, and started as fast as it goes. */
const CONFIG = { agents: { max: 1000, startsAtOnce: 100 } }

/** As a spawn takes it. */
interface AgentKind {
  readonly runtime: 'shell' | 'demo'
  readonly args?: readonly string[]
}

export interface Crowd extends AsyncDisposable {
  readonly server: ServerProcess
  /** How our tmux is called. */
  readonly tmux: readonly [program: string, ...args: string[]]
  readonly tmuxEnvironment: Readonly<Record<string, string>>
  tmuxPid(): number
  /** The control-mode clients, which carry everything between tmux and the server. */
  clientPids(): number[]
  /** Adds agents until there are `count`, and waits until all of them run. */
  grow(count: number, kind: AgentKind): Promise<Agent[]>
  list(): Promise<Agent[]>
}

interface CrowdOptions {
  /** What the agents find in it besides. */
  readonly environment?: Record<string, string>
  /** Puts something into the server's home before it starts. */
  readonly prepare?: (home: string) => Promise<void>
}

export async function startCrowd(
  build: Build,
  { environment = {}, prepare = async () => undefined }: CrowdOptions = {},
): Promise<Crowd> {
  await using stack = new AsyncDisposableStack()
  const folder = stack.use(makeTempFolder())
  const server = stack.use(
    await startServerProcess(build, {
      config: CONFIG,
      env: { ...environment, TMUX_TMPDIR: folder.path },
      prepare,
    }),
  )
  const {
    program,
    args,
    environment: tmuxEnvironment,
  } = makeTmuxProgram(socketName(server.home), {
    ...process.env,
    TMUX_TMPDIR: folder.path,
  })
  const ask = (...words: string[]) =>
    execFileSync(program, [...args, ...words], { env: tmuxEnvironment, encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [Number(line)]))
  const tmuxPid = () => ask('display-message', '-p', '-t', '=cmux:', '#{pid}')[0] ?? 0
  const list = async () => ((await call(server, 'GET')) as { items: Agent[] }).items
  const undo = stack.move()
  return {
    server,
    tmux: [program, ...args],
    tmuxEnvironment,
    tmuxPid,
    clientPids: () => ask('list-clients', '-F', '#{client_pid}'),
    list,
    async grow(count, kind) {
      const numbers = [...Array(count).keys()].slice((await list()).length)
      await Promise.all(numbers.map((number) => call(server, 'POST', { name: `agent-${number}`, ...kind })))
      return waitUntilRunning(list)
    },
    async [Symbol.asyncDispose]() {
      process.kill(tmuxPid(), 'SIGKILL')
      await undo.disposeAsync()
    },
  }
}

async function waitUntilRunning(list: Crowd['list']): Promise<Agent[]> {
  const deadlineMs = performance.now() + SPAWN_LIMIT_MS
  while (performance.now() < deadlineMs) {
    const agents = await list()
    if (agents.every(({ status, pane }) => pane !== null && status !== 'starting')) return agents
    await pause(LOOK_EVERY_MS)
  }
  throw new Error(`the agents do not all run after ${SPAWN_LIMIT_MS} ms`)
}

async function call({ url, owner }: ServerProcess, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${url}/api/agents`, {
    method,
    headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} /api/agents: ${response.status} ${await response.text()}`)
  return response.json()
}

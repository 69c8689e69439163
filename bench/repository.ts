// Work on a large repository beside git alone on the same files: a workspace beside a clone that shares its objects, the compare of an agent's
// work beside `git status` and `git diff`, a merge of one file beside `git pull`. `node bench/repository.ts 500000 10` takes another size.
import { execFileSync } from 'node:child_process'
import { realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Agent } from '../src/protocol/agents/agent.ts'
import type { Change } from '../src/protocol/changes/change.ts'
import { largePath, makeLargeRepository } from '../test/fixtures/large-repository.ts'
import { cpuWithChildrenMs } from '../test/fixtures/process-costs.ts'
import { makeBuild } from '../test/fixtures/start-server-process.ts'
import { makeTempFolder } from '../test/fixtures/temp-folder.ts'
import { startCrowd } from './measure/crowd.ts'
import { median } from './measure/median.ts'
import { reportRatios } from './measure/report-ratios.ts'

const [files = 60_000, commits = 2000] = process.argv.slice(2).map(Number)
const ROUNDS = 5
const AGENTS = 5
const CLONES = 3
const LOOK_EVERY_MS = 50
const WAIT_MAX_MS = 900_000
const IDLE_MS = 20_000
const IDLE_MAX_SHARE = 0.03
const WHO = ['-c', 'user.name=Olga', '-c', 'user.email=olga@example.com']

await using stack = new AsyncDisposableStack()
const folder = realpathSync(stack.use(makeTempFolder()).path)
const build = stack.use(await makeBuild())
const crowd = stack.use(await startCrowd(build))
const shop = join(folder, 'shop')
say(
  'the repository is made',
  await timeOf(async () => void (await makeLargeRepository(shop, { files, commits }))),
)
await ask('POST', '/api/projects', { path: shop, name: 'shop' })

const clones: number[] = []
const spawns: number[] = []
const workspaces: string[] = []
for (let at = 0; at < AGENTS; at += 1) {
  if (at < CLONES)
    clones.push(
      await timeOf(async () =>
        git(folder, 'clone', '--quiet', '--shared', shop, join(folder, `clone-${at}`)),
      ),
    )
  spawns.push(await timeOf(async () => void workspaces.push(await spawn(`agent-${at}`))))
}
const [workspace = ''] = workspaces
const [spawnMs, cloneMs] = [median(spawns), median(clones)]
say('a spawn', spawnMs, 'a clone', cloneMs)

const clean = await compare('clean')
const edited = join(workspace, largePath(7))
writeFileSync(edited, 'export const edit = 1\n')
const one = await compare('one edit')
const states: number[] = []
for (let round = 0; round < ROUNDS; round += 1)
  states.push(await timeOf(async () => void (await ask('GET', '/api/agents/agent-0/state'))))
say('GET /state', median(states))

const lands: number[] = []
const pulls: number[] = []
const peer = join(folder, 'clone-0')
for (let round = 1; round <= ROUNDS; round += 1) {
  writeFileSync(edited, `export const edit = ${round}\n`)
  git(workspace, ...WHO, 'commit', '--quiet', '--all', '--message', `edit ${round}`)
  pulls.push(
    await timeOf(async () => git(peer, ...WHO, 'pull', '--quiet', '--no-rebase', workspace, 'agent/agent-0')),
  )
  lands.push(await timeOf(land))
}
const [landMs, pullMs] = [median(lands), median(pulls)]
say('land', landMs, 'git pull', pullMs)

await pause(IDLE_MS)
const before = cpuWithChildrenMs(crowd.server.pid)
await pause(IDLE_MS)
const idle = (cpuWithChildrenMs(crowd.server.pid) - before) / IDLE_MS
say('processor at rest, in a second', idle * 1000)

const name = `${files} files`
reportRatios([
  { name: `spawn / git clone --shared, ${name}`, value: spawnMs / cloneMs, atMost: 1.3 },
  { name: `diff, clean / git status and git diff, ${name}`, value: clean, atMost: 2 },
  { name: `diff, one edit / git status and git diff, ${name}`, value: one, atMost: 2 },
  { name: `merge of one file / git pull, ${name}`, value: landMs / pullMs, atMost: 2 },
  { name: `processor time of ${AGENTS} agents at rest / 3 %`, value: idle / IDLE_MAX_SHARE, atMost: 1 },
])

function say(...parts: readonly (string | number)[]): void {
  process.stdout.write(
    `${parts.map((part) => (typeof part === 'number' ? `${part.toFixed(0)} ms` : part)).join(' ')}\n`,
  )
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function git(cwd: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd, stdio: 'ignore' })
}

async function ask(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${crowd.server.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${crowd.server.owner}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** Until its program runs in its workspace. */
async function spawn(agent: string): Promise<string> {
  await ask('POST', '/api/agents', {
    name: agent,
    project: 'shop',
    runtime: 'shell',
    args: ['sleep', '100000'],
  })
  return waitFor(async () => {
    const found = (await ask('GET', `/api/agents/${agent}`)) as Agent
    return found.pane !== null && found.status !== 'starting' ? (found.workspace ?? undefined) : undefined
  })
}

/** The median of both in turns; each looks once before. */
async function compare(what: string): Promise<number> {
  const ours: number[] = []
  const theirs: number[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    ours.push(await timeOf(async () => void (await ask('GET', '/api/agents/agent-0/diff'))))
    theirs.push(await timeOf(async () => (git(workspace, 'status'), git(workspace, 'diff'))))
  }
  const [oursMs, theirsMs] = [median(ours.slice(1)), median(theirs.slice(1))]
  say(`diff, ${what}`, oursMs, 'git status and git diff', theirsMs)
  return oursMs / theirsMs
}

async function land(): Promise<void> {
  const planned = { project: 'shop', description: 'an edit', branch: 'agent/agent-0' }
  const { id, sha256 } = (await ask('POST', '/api/improvements', planned)) as Change
  await ask('POST', `/api/improvements/${id}/execute`, { approve: sha256 })
  await waitFor(async () => {
    const { state, note } = (await ask('GET', `/api/improvements/${id}`)) as Change
    if (state === 'refused') throw new Error(`it is ${state}: ${note}`)
    return state === 'good' ? state : undefined
  })
}

async function waitFor<T>(look: () => Promise<T | undefined>): Promise<T> {
  for (const end = performance.now() + WAIT_MAX_MS; performance.now() < end; await pause(LOOK_EVERY_MS)) {
    const found = await look()
    if (found !== undefined) return found
  }
  throw new Error(`nothing after ${WAIT_MAX_MS} ms`)
}

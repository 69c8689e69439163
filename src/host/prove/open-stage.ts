// A cmux of the run's own, with demo agents, in a folder that goes when the run ends: its home, its port, its tmux, its user's home.
import { cpSync, lstatSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { SandboxStatus } from '../../protocol/agents/sandbox.ts'
import { smallEnvironment } from '../environment.ts'
import { listProcesses } from '../list-processes.ts'
import { signalProcess } from '../signal-process.ts'
import { stopProcesses } from '../stop-processes.ts'
import { findTmuxServer, tmuxFolder } from './find-tmux-server.ts'
import { prepareClock } from './jump-clock.ts'
import { allAgentsAreBack, wholeFamily } from './whole-family.ts'
import { mountSmallDisk, sizeOfDisk } from './small-disk.ts'
import { ask, runCmux, type Stage } from './stage.ts'

const AGENTS = ['ada', 'bob', 'cleo', 'dan', 'eve', 'finn']

/** What differs from the defaults: agents die more often than in life, and a release is good sooner. */
const SETTINGS = {
  agents: { restarts: 100, backOffSec: [0, 1], confine: { mode: 'auto' } },
  watchdog: { soakSec: 3, soakProbes: 2, standby: true },
}

/** Their answers need no thinking. */
const DEMO_PACE = '0.02'

export interface StageOrder {
  readonly programs: string
  /** So many will be sent. */
  readonly messages: number
  readonly signal: AbortSignal
}

export interface OpenedStage extends AsyncDisposable {
  readonly stage: Stage
  readonly diskObstacle: string | undefined
  readonly sandboxed: boolean
  /** Of what is in the folder, keep what tells of the run. Its processes end in any case. */
  keep(): string
}

export async function openStage({ programs, messages, signal }: StageOrder): Promise<OpenedStage> {
  await using stack = new AsyncDisposableStack()
  const folder = makeFolder()
  let kept: string | undefined
  stack.defer(() => {
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  })
  const stage = prepareFolder(folder, { programs, messages, signal })
  const disk = stack.use(await mountSmallDisk(stage, process.getuid?.() === 0))
  // What is on a file system of the run's own is gone with it.
  stack.defer(() => {
    if (kept !== undefined && disk.obstacle === undefined) saveHome(stage.home, kept)
  })
  stack.defer(() => endEverything(stage))
  writeFileSync(join(stage.home, 'config.json'), JSON.stringify(SETTINGS))
  const { code, stdout, stderr } = await runCmux(stage, 'up', '--no-open', '--port', '0', '--json')
  if (code !== 0) throw new Error(`cmux does not start: ${stderr.trim()}`)
  const { sandbox } = JSON.parse(stdout) as { sandbox: SandboxStatus }
  for (const name of AGENTS) {
    const { status, json } = await ask(stage, 'POST', '/api/agents', { body: { name, runtime: 'demo' } })
    if (status >= 300) throw new Error(`the agent ${name} does not start: ${JSON.stringify(json)}`)
  }
  await allAgentsAreBack(stage, [])
  await wholeFamily(stage)
  const undo = stack.move()
  return {
    stage,
    diskObstacle: disk.obstacle,
    sandboxed: sandbox.state === 'works',
    keep: () => (kept = folder),
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

/** Sockets are below it, whose paths may have a hundred characters. */
const PLACE_MAX_CHARS = 40

function makeFolder(): string {
  const place = tmpdir().length > PLACE_MAX_CHARS ? '/tmp' : tmpdir()
  return realpathSync(mkdtempSync(join(place, 'cmux-prove-')))
}

function prepareFolder(folder: string, { programs, messages, signal }: StageOrder): Stage {
  const copy = join(folder, 'programs')
  cpSync(programs, copy, { recursive: true, filter: (path) => basename(path) !== '.compile-cache' })
  const [home, user] = [join(folder, 'home'), join(folder, 'user')]
  for (const path of [home, user, tmuxFolder(folder)]) mkdirSync(path, { mode: 0o700 })
  const environment = smallEnvironment({
    HOME: user,
    TMUX_TMPDIR: tmuxFolder(folder),
    CMUX_DEMO_PACE: DEMO_PACE,
    NODE_OPTIONS: prepareClock(folder),
  })
  return { folder, home, programs: copy, environment, agents: AGENTS, diskMb: sizeOfDisk(messages), signal }
}

const END_LIMIT_MS = 10_000
const LOOK_EVERY_MS = 50

/** Also what a fault has just begun: until nothing that names the folder runs. */
async function endEverything(stage: Stage): Promise<void> {
  await stopProcesses(stage.home, true)
  const tmux = await findTmuxServer(stage)
  if (tmux !== undefined) signalProcess(tmux, 'SIGKILL')
  const deadlineMs = performance.now() + END_LIMIT_MS
  while (performance.now() < deadlineMs) {
    const left = listProcesses().filter(({ args }) => args.some((word) => word.includes(stage.folder)))
    if (left.length === 0) return
    for (const { pid } of left) signalProcess(pid, 'SIGKILL')
    await wait(LOOK_EVERY_MS)
  }
}

/** What is large and can be made again is left out. */
const NOT_SAVED = new Set(['releases', 'builds', 'cache', 'compile-cache'])

function saveHome(home: string, folder: string): void {
  cpSync(home, join(folder, 'saved-home'), { recursive: true, filter: isSaved })
}

const isSaved = (path: string) => !NOT_SAVED.has(basename(path)) && !lstatSync(path).isSocket()

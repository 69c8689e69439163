// Breaks a cmux of its own for a while, and counts what that costs: messages, requests, agents, time.
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { FaultKind, ProveReport } from '../../protocol/releases/prove-report.ts'
import { NAME_OF_FAULT } from '../../protocol/alerts/name-of-fault.ts'
import { readManifest } from '../build/manifest.ts'
import { openAcceptedLedger, type AcceptedLedger } from './accepted-ledger.ts'
import { watchAgents } from './agent-processes.ts'
import { FAULT_TABLE } from './fault-table.ts'
import type { Failure, FaultWindow } from './judge-failures.ts'
import { judgeRun, type Run } from './judge-run.ts'
import { openStage, type OpenedStage } from './open-stage.ts'
import { planFaults, type Fault } from './plan-faults.ts'
import { makeReceivedReader } from './received-reader.ts'
import type { Scene } from './scene.ts'
import { sendLetters, type Post } from './send-letters.ts'
import { pause, until } from './stage.ts'
import { watchPort } from './watch-port.ts'

export interface ProveOrder {
  /** The build that is tried. */
  readonly programs: string
  readonly minutes: number
  readonly seed: number
  readonly messages: number
  /** Keep the folder of the run also when it passed. */
  readonly keep: boolean
  readonly signal: AbortSignal
  readonly tell: (text: string) => void
}

export interface ProveOutcome {
  readonly report: ProveReport
  /** What is left of the run, if anything is. */
  readonly folder: string | undefined
}

const MIB = 1024 ** 2

export async function prove(order: ProveOrder): Promise<ProveOutcome> {
  const { programs, minutes, seed, messages, tell } = order
  const beganMs = Date.now()
  const limit = AbortSignal.timeout(limitOf(order))
  tell(`starts cmux with demo agents in a home of its own; seed ${seed}`)
  const signal = AbortSignal.any([order.signal, limit])
  await using opened = await openStage({ programs, messages, signal })
  await using ledger = await openAcceptedLedger(join(opened.stage.folder, 'accepted.jsonl'))
  const counted = await breakIt(order, opened, ledger)
  const report = judgeRun({
    ...counted,
    at: timestampFromMs(beganMs),
    tookMs: Date.now() - beganMs,
    seed,
    minutes,
    wanted: messages,
    release: readManifest(programs).id,
    machine: describeMachine(),
    sandboxed: opened.sandboxed,
    agents: opened.stage.agents.length,
    accepted: ledger.records(),
  })
  return { report, folder: order.keep || !report.passed ? opened.keep() : undefined }
}

/** Longer than any run that goes its way: the time of the faults thrice, and time for what is on its way. */
function limitOf({ minutes, messages }: ProveOrder): number {
  return 10 * 60_000 + minutes * 3 * 60_000 + messages * 50
}

function describeMachine(): ProveReport['machine'] {
  return {
    system: `${process.platform} ${process.arch}`,
    cores: cpus().length,
    memoryMb: Math.round(totalmem() / MIB),
    node: process.version,
  }
}

type Counted = Pick<
  Run,
  | 'received'
  | 'sentMs'
  | 'restMs'
  | 'asked'
  | 'failures'
  | 'windows'
  | 'recoveries'
  | 'badReleases'
  | 'lostAgents'
  | 'notTried'
  | 'troubles'
>

async function breakIt(order: ProveOrder, opened: OpenedStage, ledger: AcceptedLedger): Promise<Counted> {
  const { minutes, seed, messages, tell } = order
  const { stage } = opened
  let isOver = false
  let asked = 0
  const failures: Failure[] = []
  const onRequest = (failure?: Failure) => {
    asked += 1
    if (failure) failures.push(failure)
  }
  const watch = watchAgents(stage, () => isOver)
  const watching = Promise.all([watch.done, watchPort(stage, () => isOver, onRequest)])
  // An interrupt ends them before anybody waits for them.
  watching.catch(() => undefined)
  const perSec = messages / (minutes * 60)
  const sending = timeSending({ stage, ledger, seed, messages, perSec, onRequest })
  const scene: Scene = { stage, watch, badReleases: [] }
  const faulty = playFaults(order, opened, scene)
  try {
    const [played, sentMs] = await Promise.all([faulty, sending])
    tell(`${ledger.count()} messages were accepted; waits until all have reached their agents`)
    const drainMs = performance.now()
    const received = await drain(opened, ledger)
    const restMs = Math.max(0, performance.now() - drainMs - SETTLE_MS)
    isOver = true
    await watching
    const { badReleases } = scene
    return { ...played, received, sentMs, restMs, asked, failures, badReleases, lostAgents: watch.lost() }
  } finally {
    isOver = true
    await Promise.allSettled([watching, sending, faulty])
  }
}

async function timeSending(post: Post): Promise<number> {
  const beganMs = performance.now()
  await sendLetters(post)
  return performance.now() - beganMs
}

type Played = Pick<Run, 'windows' | 'recoveries' | 'notTried' | 'troubles'>

async function playFaults(order: ProveOrder, opened: OpenedStage, scene: Scene): Promise<Played> {
  const { stage } = scene
  const windows: FaultWindow[] = []
  const recoveries: { kind: FaultKind; tookMs: number }[] = []
  const troubles: string[] = []
  const notTried = new Map<FaultKind, string>()
  const beganMs = performance.now()
  for (const fault of planFaults(order.seed, order.minutes)) {
    const { kind } = fault
    const obstacle = findObstacle(order, opened, fault, performance.now() - beganMs)
    if (obstacle !== undefined) {
      notTried.set(kind, obstacle)
      continue
    }
    await pause(stage, Math.max(0, beganMs + fault.atMs - performance.now()))
    const fromMs = performance.now()
    try {
      const tookMs = await FAULT_TABLE[kind](scene, fault)
      recoveries.push({ kind, tookMs })
      order.tell(`${NAME_OF_FAULT[kind]}: ${Math.round(tookMs)} ms`)
    } catch (error) {
      stage.signal.throwIfAborted()
      troubles.push(`${kind}: ${error instanceof Error ? error.message : String(error)}`)
    }
    windows.push({ kind, fromMs, untilMs: performance.now() })
  }
  const tried = new Set(windows.map(({ kind }) => kind))
  const untried = (Object.keys(NAME_OF_FAULT) as FaultKind[]).filter((kind) => !tried.has(kind))
  const why = (kind: FaultKind) => notTried.get(kind) ?? 'the run is too short for it'
  return { windows, recoveries, troubles, notTried: untried.map((kind) => ({ kind, why: why(kind) })) }
}

/** On a slow machine recoveries take the time of later faults. */
function findObstacle(
  { minutes }: ProveOrder,
  { diskObstacle }: OpenedStage,
  { kind }: Fault,
  passedMs: number,
): string | undefined {
  if (passedMs > minutes * 60_000 * 1.5) return 'no time was left for it'
  return kind === 'disk' ? diskObstacle : undefined
}

const DRAIN_QUIET_MS = 90_000
const DRAIN_LOOK_MS = 300
/** After the last message: one that comes a second time comes now. */
const SETTLE_MS = 1500

/** Until all that was accepted is there, or nothing more has come for long. */
async function drain({ stage }: OpenedStage, ledger: AcceptedLedger): Promise<Run['received']> {
  const reader = makeReceivedReader(stage.home, stage.agents)
  let received = reader.read()
  let grewMs = performance.now()
  await until(
    stage,
    'the last messages',
    () => {
      const before = received.length
      received = reader.read()
      if (received.length > before) grewMs = performance.now()
      const there = new Set(received.map(({ id }) => id))
      const isThere = ledger.records().every(({ id }) => there.has(id))
      return isThere || performance.now() - grewMs > DRAIN_QUIET_MS ? true : undefined
    },
    { everyMs: DRAIN_LOOK_MS, limitMs: Infinity },
  )
  await pause(stage, SETTLE_MS)
  return reader.read()
}

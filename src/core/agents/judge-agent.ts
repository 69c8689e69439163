// From several signals to one status, with the evidence for it (P9). The process decides whether it lives; hooks, transcript
// and screen tell what it does, and where they disagree the younger word holds.
import { redactSecrets } from '../../lib/redact-secrets.ts'
import type { AgentStatus, Evidence } from '../../protocol/agents/agent.ts'
import { describePause } from '../../protocol/agents/describe-pause.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import type { AgentRecord, TurnSight } from './agent-record.ts'
import { describeEnd } from './describe-end.ts'
import type { ScreenReading } from './runtime.ts'

export type ProcessSight =
  | { readonly kind: 'alive'; readonly pid: number }
  | { readonly kind: 'dead'; readonly status: number | null; readonly signal: number | null }
  /** Its terminal is gone, and it has not ended with it. */
  | { readonly kind: 'stranded'; readonly pid: number }
  /** Known not to be there, though it was. */
  | { readonly kind: 'gone' }
  /** It was never there: it is being started, or was never asked to be. */
  | { readonly kind: 'not yet' }
  | { readonly kind: 'unknown'; readonly reason: string }

export interface ScreenSight {
  readonly reading: ScreenReading
  /** That its program says have come in this turn. */
  readonly tokens?: number
  /** The beginning of what stands there, where nothing of it is known. */
  readonly text?: string
  readonly atMs: number
}

export interface AgentFacts {
  readonly record: Pick<AgentRecord, 'desired' | 'turn' | 'startedAt' | 'gaveUp' | 'paused' | 'approval'>
  readonly process: ProcessSight
  readonly screen: ScreenSight | null
  readonly lastOutputMs: number | null
  /** A program that tells nothing and whose screen nobody can read: only whether it prints is known. */
  readonly onlyPrints: boolean
}

export interface Judgement {
  readonly status: AgentStatus
  readonly evidence: Evidence[]
}

/** A screen is drawn a moment after the hook that goes with it; a difference that lasts longer is real. */
const SETTLE_MS = 1500
/** After this long without a sign that we know, "starting" would be a guess. */
const START_LIMIT_MS = 60_000
/** A program that has drawn something we don't know and printed nothing since waits for somebody, however busy the machine is. */
const UNKNOWN_SCREEN_MS = 8000
/** A plain program that printed this recently is at work. */
const QUIET_MS = 2000

export function judgeAgent(facts: AgentFacts, nowMs: number): Judgement {
  return { status: statusOf(facts, nowMs), evidence: listEvidence(facts, nowMs) }
}

function statusOf(facts: AgentFacts, nowMs: number): AgentStatus {
  const { process, record } = facts
  if (process.kind === 'unknown' || process.kind === 'stranded') return 'unknown'
  if (process.kind === 'alive') return holdIdle(whileAlive(facts, nowMs), record)
  if (record.desired === 'stopped') return 'stopped'
  // A plain program would begin its work anew: it is not started before it is resumed.
  if (facts.onlyPrints && record.paused) return 'paused'
  return process.kind === 'not yet' && record.gaveUp === null ? 'starting' : 'dead'
}

/** One that still works, or asks, is not yet held; who looks has to see that. */
function holdIdle(status: AgentStatus, { paused }: AgentFacts['record']): AgentStatus {
  return status === 'idle' && paused ? 'paused' : status
}

function whileAlive(facts: AgentFacts, nowMs: number): AgentStatus {
  // Its screen may show it at work: it is not, it waits for us.
  if (facts.record.approval) return 'waiting'
  const shown = shownStatus(facts)
  const told = facts.record.turn
  if (told && shown) return isShownYounger(told, facts, nowMs) ? shown : told.turn
  if (told) return told.turn
  if (shown) return shown
  if (facts.onlyPrints)
    return facts.lastOutputMs !== null && nowMs - facts.lastOutputMs < QUIET_MS ? 'working' : 'idle'
  if (isUnknownScreen(facts, nowMs)) return 'waiting'
  const startedMs = Date.parse(facts.record.startedAt ?? '')
  return nowMs - startedMs > START_LIMIT_MS ? 'unknown' : 'starting'
}

/** It has told nothing since its start, and shows what its runtime has no row for. */
function isUnknownScreen({ record, screen, lastOutputMs, onlyPrints }: AgentFacts, nowMs: number): boolean {
  if (onlyPrints || record.turn || !screen?.text) return false
  return nowMs - Math.max(lastOutputMs ?? 0, Date.parse(record.startedAt ?? '')) >= UNKNOWN_SCREEN_MS
}

/** A program that only prints is looked at when it pauses: what it showed before it printed on is over. */
function shownStatus({ screen, onlyPrints, lastOutputMs }: AgentFacts) {
  if (!screen || (onlyPrints && (lastOutputMs ?? 0) > screen.atMs)) return null
  return STATUS_OF_SCREEN[screen.reading.kind]
}

const STATUS_OF_SCREEN: Readonly<Record<ScreenReading['kind'], 'idle' | 'working' | 'waiting' | null>> = {
  ready: 'idle',
  working: 'working',
  dialog: 'waiting',
  unclear: null,
}

/** A screen on which nothing was printed since we looked is as true now as it was then, and needs no second look. */
function isShownYounger(told: TurnSight, { screen, lastOutputMs }: AgentFacts, nowMs: number): boolean {
  const [toldMs, shownMs] = [Date.parse(told.at), screen?.atMs ?? 0]
  const holdsUntilMs = (lastOutputMs ?? 0) <= shownMs ? nowMs : shownMs
  return shownMs > toldMs && holdsUntilMs - toldMs > SETTLE_MS
}

function listEvidence(facts: AgentFacts, nowMs: number): Evidence[] {
  const { process, record, screen } = facts
  const evidence: Evidence[] = [
    { source: 'process', says: describeProcess(process), at: timestampFromMs(nowMs) },
  ]
  if (record.gaveUp) evidence.push({ source: 'cmux', says: record.gaveUp.why, at: record.gaveUp.at })
  if (record.paused)
    evidence.push({ source: 'cmux', says: describePause(record.paused), at: record.paused.since })
  if (process.kind !== 'alive') return evidence
  if (record.approval) evidence.push(describeWaiting(record.approval))
  if (record.turn) evidence.push({ source: record.turn.source, says: record.turn.says, at: record.turn.at })
  if (screen) {
    const { reading, text = '' } = screen
    evidence.push({
      source: 'screen',
      says: isUnknownScreen(facts, nowMs)
        ? redactSecrets(`asks (unknown): ${text}`)
        : describeReading(reading),
      at: timestampFromMs(screen.atMs),
      ...(reading.kind === 'dialog' && reading.dialog.answer && { answer: reading.dialog.answer }),
    })
  }
  return evidence
}

function describeWaiting({ id, title, since }: NonNullable<AgentRecord['approval']>): Evidence {
  return { source: 'cmux', says: `waits for approval ${id}: ${title}`, at: since }
}

function describeProcess(process: ProcessSight): string {
  switch (process.kind) {
    case 'alive':
      return `process ${process.pid} runs`
    case 'dead':
      return describeEnd(process)
    case 'stranded':
      return `process ${process.pid} outlived its terminal, and is being ended`
    case 'gone':
      return 'its pane is gone'
    case 'not yet':
      return 'no process yet'
    case 'unknown':
    default:
      return `tmux does not say: ${process.reason}`
  }
}

function describeReading(reading: ScreenReading): string {
  switch (reading.kind) {
    case 'ready':
      return reading.mode === 'normal' ? 'ready, in vim’s normal mode' : 'ready for a prompt'
    case 'working':
      return 'at work'
    case 'dialog':
      return redactSecrets(`asks (${reading.dialog.kind}): ${reading.dialog.text}`)
    case 'unclear':
    default:
      return 'nothing that we know'
  }
}

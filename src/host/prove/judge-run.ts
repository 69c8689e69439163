// From what was counted to the report: the numbers, and everything that was wrong in words. Pure.
import type { FaultKind, FaultResult, ProveReport } from '../../protocol/releases/prove-report.ts'
import { NAME_OF_FAULT } from '../../protocol/alerts/name-of-fault.ts'
import type { AgentProcess } from './agent-processes.ts'
import { faultsDuring, judgeFailures, type Failure, type FaultWindow } from './judge-failures.ts'
import { judgeLedger, type Accepted, type Received } from './judge-ledger.ts'

export interface Run extends Pick<
  ProveReport,
  | 'at'
  | 'tookMs'
  | 'seed'
  | 'minutes'
  | 'wanted'
  | 'release'
  | 'machine'
  | 'sandboxed'
  | 'agents'
  | 'badReleases'
  | 'notTried'
> {
  readonly accepted: readonly Accepted[]
  readonly received: readonly Received[]
  /** Until the last message was accepted; and from the end of all faults until all messages had reached their agents. */
  readonly sentMs: number
  readonly restMs: number
  readonly asked: number
  readonly failures: readonly Failure[]
  readonly windows: readonly FaultWindow[]
  readonly recoveries: readonly { readonly kind: FaultKind; readonly tookMs: number }[]
  readonly lostAgents: readonly AgentProcess[]
  /** Faults that cmux did not recover from in time, and the like. */
  readonly troubles: readonly string[]
}

const NAMED_MAX = 5

export function judgeRun(run: Run): ProveReport {
  const ledger = judgeLedger(run.accepted, run.received)
  const refused = judgeFailures(run.failures, run.windows)
  const { at, tookMs, seed, minutes, wanted, release, machine, sandboxed, agents, badReleases, notTried } =
    run
  const problems = [
    ...run.troubles,
    ...name('lost', ledger.lost),
    ...name('received twice', ledger.twice),
    ...name('out of order', ledger.outOfOrder),
    ...name('received with other words', ledger.changed),
    ...name(
      'refused',
      refused.map((failure) => sayFailure(failure, run.windows)),
    ),
    ...name(
      'not rolled back',
      badReleases.filter(({ rolledBack }) => !rolledBack).map(({ kind }) => kind),
    ),
    ...name(
      'ended though nobody killed it',
      run.lostAgents.map(({ agent, pid }) => `${agent} (${pid})`),
    ),
    ...(ledger.sent === 0 ? ['no message was accepted'] : []),
  ]
  return {
    problems,
    passed: problems.length === 0,
    at,
    tookMs,
    seed,
    minutes,
    wanted,
    speed: { acceptedPerSec: ledger.sent / (run.sentMs / 1000), restMs: run.restMs },
    release,
    machine,
    sandboxed,
    agents,
    messages: {
      sent: ledger.sent,
      lost: ledger.lost.length,
      twice: ledger.twice.length,
      outOfOrder: ledger.outOfOrder.length,
      changed: ledger.changed.length,
    },
    requests: {
      asked: run.asked,
      refused: refused.length,
      excused: run.failures.length - refused.length,
    },
    faults: summarizeFaults(run.recoveries),
    badReleases,
    agentsLost: run.lostAgents.length,
    notTried,
  }
}

function name(what: string, items: readonly string[]): string[] {
  if (items.length === 0) return []
  const more = items.length > NAMED_MAX ? ', …' : ''
  return [`${items.length} ${what}: ${items.slice(0, NAMED_MAX).join(', ')}${more}`]
}

function sayFailure(failure: Failure, windows: readonly FaultWindow[]): string {
  const during = faultsDuring(failure, windows).map((kind) => NAME_OF_FAULT[kind])
  const how = failure.how === 'answered' ? failure.status : failure.how
  return `${failure.request} ${how}${during.length === 0 ? '' : ` (${during.join(', ')})`}`
}

function summarizeFaults(recoveries: Run['recoveries']): FaultResult[] {
  return [...Map.groupBy(recoveries, ({ kind }) => kind)].map(([kind, all]) => {
    const times = all.map(({ tookMs }) => Math.round(tookMs)).toSorted((a, b) => a - b)
    const share = (part: number) => times[Math.max(0, Math.ceil(part * times.length) - 1)] ?? 0
    return { kind, times: times.length, p50Ms: share(0.5), p99Ms: share(0.99), maxMs: share(1) }
  })
}

// Whether so many agents fail on a quota at once that going on would only burn: who is to rest, and until when. Pure.
import type { AgentRecord } from '../agents/agent-record.ts'
import { parseQuotaReset } from './parse-quota-reset.ts'
import { QUOTA_ACTOR } from '../agents/quota-actor.ts'

export interface QuotaRest {
  readonly agents: readonly AgentRecord[]
  readonly all: number
  readonly untilMs: number
  readonly says: string
  /** Others rest already: these only join them. */
  readonly isTold: boolean
}

/** Fewer are their own trouble; a person sees them in `cmux next`. */
const FAILING_MIN = 3
/** What was seen longer ago says nothing of now. */
const SEEN_MAX_MS = 10 * 60_000

/** How a screen tells of it (judge-agent.ts). */
const ASKS = /^asks \(quota\): (.*)/s

export function decideQuota(
  records: readonly AgentRecord[],
  { nowMs, restMs }: { readonly nowMs: number; readonly restMs: number },
): QuotaRest | undefined {
  const running = records.filter(({ desired, gaveUp, paused }) => {
    const isFree = paused === null || paused.by === QUOTA_ACTOR
    return desired === 'running' && gaveUp === null && isFree
  })
  const held = running.filter(({ paused }) => paused !== null)
  const failing = running.flatMap((record) => {
    const says = record.paused === null ? readQuota(record, nowMs) : undefined
    return says === undefined ? [] : [{ record, says }]
  })
  const count = held.length + failing.length
  if (failing.length === 0 || count < FAILING_MIN || count * 2 < running.length) return undefined
  const renewals = failing.flatMap(({ says }) => parseQuotaReset(says, nowMs) ?? [])
  return {
    agents: failing.map(({ record }) => record),
    all: running.length,
    untilMs: renewals.length > 0 ? Math.max(...renewals) : nowMs + restMs,
    says: failing[0]?.says ?? '',
    isTold: held.length > 0,
  }
}

function readQuota({ quota, status, evidence }: AgentRecord, nowMs: number): string | undefined {
  if (quota && nowMs - Date.parse(quota.at) <= SEEN_MAX_MS) return quota.says
  if (status !== 'waiting') return undefined
  return evidence.map(({ says }) => ASKS.exec(says)?.[1]).find((text) => text !== undefined)
}

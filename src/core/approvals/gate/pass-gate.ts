// An agent at a gate: it is let through, held back, or waits for a person. In one transaction with what is asked and told of it.
import { redactSecrets } from '../../../lib/redact-secrets.ts'
import type { ApprovalId } from '../../../protocol/ids.ts'
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { Principal } from '../../access/principal.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookCall } from '../../agents/hook-call.ts'
import type { HookAnswer, HookNews, Runtime } from '../../agents/runtime.ts'
import type { ToolVerdict } from '../../rules/tool-judge.ts'
import type { StoreWriter } from '../../store.ts'
import type { ApprovalRecord } from '../approval-record.ts'
import { askApproval } from '../ask-approval.ts'
import { decideGate } from './decide-gate.ts'
import { describeRefusal } from '../describe-refusal.ts'
import { findAsked } from './find-asked.ts'
import { nameUse } from './name-use.ts'
import { readGate, type GateCall } from './read-gate.ts'
import { useApproval } from '../use-approval.ts'
import { writeContent } from './write-content.ts'

/** More than this nobody reads before they say yes. */
const CONTENT_MAX_CHARS = 1024 * 1024
/** The history keeps enough to know what was refused. */
const INPUT_MAX_CHARS = 4000

type Deps = Pick<AgentDeps, 'clock' | 'entropy' | 'hashSecret' | 'runtimes' | 'limits'>

export interface GateVisit {
  readonly record: AgentRecord
  readonly call: HookCall
  readonly told: readonly HookNews[]
  readonly by: Principal
  readonly at: Timestamp
  /** The request of the hook, the same in every repeat. */
  readonly asker: string | null
}

export type GateOutcome =
  /** `news`: what is true of what the hook told. */
  | { readonly kind: 'answer'; readonly answer: HookAnswer; readonly news: readonly HookNews[] }
  | { readonly kind: 'wait'; readonly approval: ApprovalId }

/** Undefined where there is nothing to say. */
export async function passGate(
  deps: Deps,
  writer: StoreWriter,
  visit: GateVisit,
): Promise<GateOutcome | undefined> {
  const { record, call, told, by } = visit
  const runtime = deps.runtimes[record.runtime]
  const gate = readGate(runtime, call, told, record.folder)
  if (gate === undefined || (gate === 'unreadable' && !call.verdict)) return undefined
  const deny = (why: string) => refuse(runtime, writer, visit, gate, why)
  if (gate === 'unreadable') return deny(call.verdict?.reason ?? '')
  if (by.generation !== null && by.generation < record.generation)
    return deny(`${record.name} was started again, and this start of it is over`)
  if (by.late === true) return deny(`${record.name} is stopped`)
  const opening = runtime.askGate?.(call.event, call.payload, call.verdict?.reason ?? '')
  const asked = await findAsked(writer, record, gate, visit.asker)
  const step = decideGate({
    kind: gate.kind,
    verdict: call.verdict?.verdict,
    asked: asked?.state,
    asksBeside: runtime.askGate !== undefined,
    opensDialog: opening !== undefined,
  })
  const letIn = () => allow(runtime, visit, gate, asked)
  switch (step) {
    case 'pass':
      return undefined
    case 'allow':
      return letIn()
    case 'deny':
      return deny(call.verdict?.reason ?? '')
    case 'refuse':
      if (asked) await writer.approvals.change(asked.id, { call: null })
      return deny(asked ? describeRefusal(asked) : '')
    case 'use':
      if (asked) await begin(writer, asked, visit.at)
      return letIn()
    case 'open':
      if (!asked) await ask(deps, writer, visit, { gate, asker: null })
      return { kind: 'answer', answer: opening ?? {}, news: [] }
    case 'ask':
    case 'wait':
    default: {
      const waiting = asked ?? (await ask(deps, writer, visit, { gate, asker: visit.asker }))
      return waiting
        ? { kind: 'wait', approval: waiting.id }
        : deny('it is too large to be shown to a person')
    }
  }
}

/** One that was asked for by a dialog alone is over at once: no later step of the same call asks again. */
async function begin(writer: StoreWriter, asked: ApprovalRecord, at: Timestamp): Promise<void> {
  await useApproval(writer, asked, at)
  if (isOfDialog(asked)) await writer.approvals.change(asked.id, { call: null })
}

const DIALOG = 'dialog '
/** Its program asked by itself, so the call's own number is not known. */
export function isOfDialog({ call }: Pick<ApprovalRecord, 'call'>): boolean {
  return call?.startsWith(DIALOG) ?? false
}

/** At a dialog the call was told of before, unless it was held back there. */
function allow(
  { allowGate }: Runtime,
  { call, told }: GateVisit,
  gate: GateCall,
  asked: ApprovalRecord | undefined,
): GateOutcome {
  const answer = allowGate?.(call.event, call.verdict?.reason ?? 'cmux: approved by a person') ?? {}
  if (gate.kind === 'tool') return { kind: 'answer', answer, news: told }
  const wasHeld = asked?.state === 'approved' && asked.call !== null && !isOfDialog(asked)
  const { tool, input } = gate
  const news: HookNews[] = wasHeld ? [{ kind: 'tool started', id: asked.call, tool, input }] : []
  return { kind: 'answer', answer, news }
}

async function refuse(
  { denyGate }: Runtime,
  { events }: StoreWriter,
  { record, call, by, asker }: GateVisit,
  gate: GateCall | 'unreadable',
  why: string,
): Promise<GateOutcome> {
  const { id, tool, input } = gate === 'unreadable' ? { id: null, tool: '?', input: null } : gate
  const data = {
    agent: record.name,
    generation: by.generation ?? record.generation,
    id: id ?? asker ?? '',
    tool,
    input: redactSecrets(JSON.stringify(input) ?? '').slice(0, INPUT_MAX_CHARS),
    why,
  }
  await events.append({ type: 'tool.refused', actor: `agent:${record.name}`, data })
  const answer = denyGate?.(call.event, `cmux: ${why}. It was not run.`) ?? {}
  return { kind: 'answer', answer, news: [] }
}

interface Question {
  readonly gate: GateCall
  readonly asker: string | null
}

/** Undefined when nobody could read it. */
async function ask(
  deps: Deps,
  writer: StoreWriter,
  { record, call, asker: request }: GateVisit,
  { gate, asker }: Question,
): Promise<ApprovalRecord | undefined> {
  const content = writeContent(gate)
  if (content.length > CONTENT_MAX_CHARS) return undefined
  const verdict: Pick<ToolVerdict, 'risk' | 'reason'> = call.verdict ?? NO_RULES
  const asked = {
    kind: 'tool',
    title: nameUse(gate),
    content,
    risk: verdict.risk,
    why: verdict.reason,
    requester: `agent:${record.name}`,
    agent: record.name,
    generation: record.generation,
    project: record.project,
    inDialog:
      deps.runtimes[record.runtime].askGate !== undefined && (asker === null || gate.kind === 'dialog'),
    waitMs: deps.limits.approvalMs,
    call: gate.id ?? `${DIALOG}${request ?? ''}`,
    asker,
  } as const
  return askApproval(deps, writer, asked, deps.clock.nowMs())
}

const NO_RULES = { risk: 'medium', reason: 'its program asks before it does this' } as const

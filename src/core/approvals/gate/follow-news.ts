// The queue follows what agents tell: a tool that ran although its request still waits was approved at the terminal, and with its
// turn a request ends.
import type { Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { HookNews } from '../../agents/runtime.ts'
import type { StoreWriter } from '../../store.ts'
import type { ApprovalRecord } from '../approval-record.ts'
import { decideApproval } from '../decide-approval.ts'
import { isOfDialog } from './pass-gate.ts'
import { useApproval } from '../use-approval.ts'
import { withdrawApproval } from '../withdraw-approval.ts'

/** Resolves with what has to be told before these news: calls of which nobody has told that they began. */
export async function followNews(
  writer: StoreWriter,
  { name }: Pick<AgentRecord, 'name'>,
  news: readonly HookNews[],
  at: Timestamp,
): Promise<HookNews[]> {
  if (!news.some(saysSomething)) return []
  const begun: HookNews[] = []
  for (const item of news) {
    const open = (await writer.approvals.openOf(name)).filter(({ kind }) => kind === 'tool')
    if (item.kind === 'tool ended') {
      const ended = open.find((each) => isOf(each, item))
      if (ended?.state === 'waiting') begun.push(...(await approveAtTerminal(writer, ended, at)))
      if (ended) await writer.approvals.change(ended.id, { call: null })
    }
    const why = endOfTurn(item)
    if (why !== undefined) for (const each of open) await endWith(writer, each, { why, at })
  }
  return begun
}

function saysSomething(item: HookNews): boolean {
  return item.kind === 'tool ended' || endOfTurn(item) !== undefined
}

function isOf(asked: ApprovalRecord, { id, tool }: Extract<HookNews, { kind: 'tool ended' }>): boolean {
  return isOfDialog(asked) ? asked.state === 'waiting' && toolOf(asked).tool === tool : asked.call === id
}

function toolOf({ content }: ApprovalRecord): { readonly tool: string; readonly input: unknown } {
  return JSON.parse(content) as { tool: string; input: unknown }
}

async function approveAtTerminal(
  writer: StoreWriter,
  asked: ApprovalRecord,
  at: Timestamp,
): Promise<HookNews[]> {
  await decideApproval(writer, asked, 'approved', { by: 'terminal', at, reason: null, via: 'terminal' })
  await useApproval(writer, asked, at)
  if (asked.call === null || isOfDialog(asked)) return []
  return [{ kind: 'tool started', id: asked.call, ...toolOf(asked) }]
}

/** What runs in the background outlives a turn, and may be what waits. */
function endOfTurn(item: HookNews): string | undefined {
  if (item.kind === 'turn started') return 'it was given something else to do'
  if (item.kind === 'turn ended' && item.background === 0) return 'its turn ended'
  if (item.kind === 'session ended') return 'its conversation ended'
  return item.kind === 'session' && item.source !== 'compact' ? 'it began a new conversation' : undefined
}

async function endWith(
  writer: StoreWriter,
  asked: ApprovalRecord,
  { why, at }: { readonly why: string; readonly at: Timestamp },
): Promise<void> {
  if (asked.state === 'waiting') await withdrawApproval(writer, asked, { actor: 'system', why, at })
  else await writer.approvals.change(asked.id, { call: null })
}

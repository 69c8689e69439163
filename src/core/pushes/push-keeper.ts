// Carries out pushes that a person has agreed to, and tells the agents that asked. Each is pushed once, also when we are killed in the
// middle: the remote is looked at first, and each ref only moves from where it was when the person was asked.
import { MessageId } from '../../protocol/messages/message.ts'
import type { ProjectName } from '../../protocol/ids.ts'
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { describeRefusal } from '../approvals/describe-refusal.ts'
import type { ApprovalRecord } from '../approvals/approval-record.ts'
import { useApproval } from '../approvals/use-approval.ts'
import type { Clock } from '../clock.ts'
import { SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { Store } from '../store.ts'
import { isUnderWay, UNTOLD } from './ask-push.ts'
import { nameRef, readPushOrder, type PushOrder } from './prepare-push.ts'
import type { PushProject, Remotes } from './remotes.ts'

export interface PushDeps {
  readonly store: Store
  readonly clock: Clock
  readonly remotes: Remotes
  readonly findProject: (name: ProjectName) => Promise<PushProject>
  readonly onError: (error: unknown, doing: string) => void
}

/** The rest waits: a person's network is theirs. */
const AT_ONCE_MAX = 4
/** An agent that still asks hears it as the answer of its own `git push`, and says that it has; others get a message. */
const TELL_AFTER_MS = 10_000

/** The result looks once: begins what may begin, and waits for none of it. */
export function makePushKeeper(deps: PushDeps): () => Promise<void> {
  const { store, onError } = deps
  const running = new Set<string>()
  return async () => {
    for (const record of await store.read.approvals.approved('push')) {
      if (running.has(record.id) || running.size >= AT_ONCE_MAX) continue
      running.add(record.id)
      void carryOut(deps, record)
        .catch((error: unknown) => onError(error, 'pushing what was agreed to'))
        .finally(() => running.delete(record.id))
    }
    for (const record of await store.read.approvals.pushes())
      if (isOverdue(deps, record)) await tell(deps, record)
  }
}

async function carryOut(deps: PushDeps, record: ApprovalRecord): Promise<void> {
  const { store, clock } = deps
  const why = await bring(deps, readPushOrder(record.content)).catch(messageOf)
  await store.write(async (writer) => {
    const current = await writer.approvals.byId(record.id)
    if (current?.state !== 'approved') return
    const at = timestampFromMs(clock.nowMs())
    await useApproval(writer, current, at)
    if (why !== undefined) await writer.approvals.change(record.id, { ended: { at, why } })
  })
}

/** Undefined when all of it is on the remote; else why not. */
async function bring({ remotes, findProject }: PushDeps, order: PushOrder): Promise<string | undefined> {
  const { remote, address, moves } = order
  const project = await findProject(order.project)
  const now = await remotes.address(project, remote)
  if (now !== address) return `the address of ${remote} is another one now: ${now}`
  const refs = moves.map(({ ref }) => ref)
  const look = () => remotes.look(project, remote, refs)
  const missing = (there: ReadonlyMap<string, string>) =>
    moves.filter((move) => (there.get(move.ref) ?? null) !== move.new)
  // A server before us may have been killed after its push, and before it wrote that down.
  const there = await look()
  const left = missing(there)
  const moved = left.find((move) => (there.get(move.ref) ?? null) !== move.old)
  if (moved) return `${nameRef(moved.ref)} was moved on the remote in the meantime`
  if (left.length > 0) {
    const failure = await remotes.push(project, remote, left).then(() => undefined, messageOf)
    // Its git may have gone on without it, and have been faster than ours.
    if (failure !== undefined && missing(await look()).length > 0) return failure
  }
  await remotes.note(project, remote, moves)
  return undefined
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function isOverdue({ clock }: PushDeps, record: ApprovalRecord): boolean {
  if (record.call !== UNTOLD || isUnderWay(record)) return false
  const endedAt = record.ended?.at ?? record.usedAt ?? record.decision?.at ?? record.createdAt
  return clock.nowMs() - Date.parse(endedAt) >= TELL_AFTER_MS
}

async function tell(deps: PushDeps, { id, agent }: ApprovalRecord): Promise<void> {
  await deps.store.write(async (writer) => {
    const record = await writer.approvals.byId(id)
    if (record?.call !== UNTOLD || isUnderWay(record)) return
    await writer.approvals.change(id, { call: null })
    // It may be gone by now.
    if (agent === null || !(await writer.agents.byName(agent))) return
    const letter = {
      id: MessageId.parse(`notice:push:${id}`),
      to: agent,
      subject: isPushed(record) ? 'pushed' : 'not pushed',
      body: sayOutcome(record),
    }
    await writeMessage(deps, writer, letter, SYSTEM_SENDER)
  })
}

/** The yes was used, and the push has not failed. */
export const isPushed = ({ state, ended }: Pick<ApprovalRecord, 'state' | 'ended'>) =>
  state === 'used' && ended === null

/** What came of it, for whoever asked. */
export function sayOutcome(
  record: Pick<ApprovalRecord, 'id' | 'state' | 'title' | 'decision' | 'ended'>,
): string {
  const { state, title, ended } = record
  if (isPushed(record)) return `done: ${title}`
  return `not done: ${title}: ${state === 'used' ? ended?.why : describeRefusal(record)}`
}

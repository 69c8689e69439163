// An agent that an older release put into a person's checkout gets a workspace of its own at its next start. Nothing in the checkout
// is touched, and it begins a new conversation: its program finds the old one only in the old folder.
import { MessageId } from '../../protocol/messages/message.ts'
import { OWNER, SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { StoreWriter } from '../store.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentChange, AgentRecord } from '../agents/agent-record.ts'
import { isMisplaced } from '../agents/is-in-checkout.ts'

/** Undefined when it may stay where it is. */
export async function leaveCheckout(
  { workplaces }: Pick<AgentDeps, 'workplaces'>,
  record: AgentRecord,
): Promise<Pick<AgentRecord, 'folder' | 'workspace' | 'branch' | 'inCheckout'> | undefined> {
  if (record.project === null || !isMisplaced(record)) return undefined
  return { ...(await workplaces.moveIn(record.name, record.project)), inCheckout: false }
}

/** Both are told: the person, and the agent, which can't see its old folder any more. */
export async function tellOfMove(
  deps: Pick<AgentDeps, 'clock'>,
  writer: StoreWriter,
  record: AgentRecord,
  { folder = '' }: AgentChange,
): Promise<void> {
  const { id, name, folder: before } = record
  const data = { agent: name, from: before, to: folder }
  await writer.events.append({ type: 'agent.moved', actor: 'system', data })
  const letters = [
    {
      to: OWNER,
      subject: `${name} has a workspace of its own now`,
      body: `${name} worked in your checkout ${before}. From now on it works in ${folder}, on the branch agent/${name}. Nothing in ${before} was touched: uncommitted files there are as they were.`,
    },
    {
      to: name,
      subject: 'you have a workspace of your own now',
      body: `You worked in the checkout ${before}, which belongs to a person. Your folder is ${folder} now, on the branch agent/${name}. Files that you left uncommitted in the checkout are still there, and you can't reach them: ask the owner if you need them. Work reaches the main branch as a change.`,
    },
  ]
  for (const letter of letters) {
    const key = MessageId.parse(`notice:moved:${id}:${letter.to}`)
    await writeMessage(deps, writer, { id: key, ...letter }, SYSTEM_SENDER)
  }
}

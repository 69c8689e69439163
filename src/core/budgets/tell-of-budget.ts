// Tells once that a budget comes to its end or has: an event, and mail to the agent and to its supervisor.
import { describeMeter, describeScope } from '../../protocol/budgets/describe-meter.ts'
import { MessageId } from '../../protocol/messages/message.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import type { Clock } from '../clock.ts'
import { chooseSupervisor } from '../mail/choose-supervisor.ts'
import { OWNER, SYSTEM_SENDER } from '../mail/sender.ts'
import { writeMessage } from '../mail/write-message.ts'
import type { StoreWriter } from '../store.ts'
import type { BudgetMark } from './budget-table.ts'
import type { BudgetStep } from './plan-budgets.ts'
import { UNITS } from './units.ts'

export async function tellOfBudget(
  deps: { readonly clock: Clock },
  writer: StoreWriter,
  record: AgentRecord,
  { mark, used }: BudgetStep,
  level: BudgetMark['level'],
): Promise<void> {
  await writer.budgets.mark({ ...mark, level })
  const { scope, per, kind, period, bound } = mark
  const unit = UNITS[kind]
  const type = level === 'warned' ? 'budget.warned' : 'budget.used_up'
  const data = { scope, per, kind, used: used / unit, limit: bound / unit }
  await writer.events.append({ type, actor: 'system', data })
  const amount = describeMeter(kind, data.used, data.limit)
  const about = `${describeScope(scope)}${per === 'day' ? ' for today' : ''}`
  for (const to of await chooseReaders(writer, record, scope, level)) {
    const letter = {
      id: MessageId.parse(`notice:budget:${scope}:${period}:${kind}:${bound}:${level}:${mark.at}:${to}`),
      to,
      subject: `${about} is ${level === 'warned' ? 'nearly used up' : 'used up'}`,
      body: `${amount} of ${about} are used. ${ADVICE[level]}`,
    }
    await writeMessage(deps, writer, letter, SYSTEM_SENDER)
  }
}

const ADVICE: Readonly<Record<BudgetMark['level'], string>> = {
  warned:
    'At 100 % no further turn begins. Bring what is under way to a good end, and say what is left to do.',
  'used-up': 'Whoever it holds is paused and goes on when a person raises it with `cmux budget set`.',
}

/** The agent itself only while it can still act on it. Without a supervisor a person is told. */
async function chooseReaders(
  { agents }: StoreWriter,
  record: AgentRecord,
  scope: string,
  level: BudgetMark['level'],
): Promise<string[]> {
  const isItsOwn = scope.startsWith('agent:') || scope.startsWith('task:')
  const isReader = record.runtime !== 'shell' && record.desired === 'running' && level === 'warned'
  const supervisor = chooseSupervisor(await agents.all(), record.id)
  return [...(isItsOwn && isReader ? [record.name] : []), supervisor ?? OWNER]
}

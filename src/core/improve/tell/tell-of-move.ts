// Tells agents how far a change is: its author, whose branch it is made of, and the supervisor. Written with the move itself, so that
// each is told once, whatever is killed.
import { canRead } from '../../../protocol/messages/can-read.ts'
import type { Change, ChangeState } from '../../../protocol/changes/change.ts'
import { describeChangeState } from '../../../protocol/changes/describe-change.ts'
import { MessageId } from '../../../protocol/messages/message.ts'
import type { AgentRecord } from '../../agents/agent-record.ts'
import type { Clock } from '../../clock.ts'
import { chooseSupervisor } from '../../mail/choose-supervisor.ts'
import { OWNER, SYSTEM_SENDER } from '../../mail/sender.ts'
import { writeMessage } from '../../mail/write-message.ts'
import type { StoreWriter } from '../../store.ts'
import { howToGoOn, howToSee } from './how-to-go-on.ts'
import { letterOfMove, type MoveLetter } from './letter-of-move.ts'

export interface Move {
  readonly from: ChangeState
  readonly actor: string
  /** Of the event. */
  readonly seq: number
}

export async function tellOfMove(
  deps: { readonly clock: Clock },
  writer: StoreWriter,
  change: Change,
  { from, actor, seq }: Move,
): Promise<void> {
  const letter = letterOfMove(change, from)
  if (!letter) return
  const agents = await writer.agents.all()
  for (const to of receiversOf(change, letter, agents)) {
    // Who does it knows of it, and who is asked to look at it has a letter of its own.
    if (actor === `agent:${to}` || change.review?.asked === to) continue
    const id = MessageId.parse(`notice:change:${change.id}:${change.state}-${seq}:${to}`)
    const more = change.from === `agent/${to}` ? howToGoOn(change) : hintFor(change, to, agents)
    const body = [letter.body, listSteps(change), ...(more === undefined ? [] : [more])].join('\n')
    await writeMessage(deps, writer, { id, to, subject: letter.subject, body }, SYSTEM_SENDER)
  }
}

/** Of a change that is tried again and again, the last ones. */
const STEPS_SHOWN = 12

/** What happened in between is told with what matters, since each message is a turn that somebody pays for (I10). */
function listSteps({ steps }: Change): string {
  const shown = steps.slice(-STEPS_SHOWN).map(({ to, at }) => `${describeChangeState(to)} ${timeOf(at)}`)
  return `Steps, with their times (UTC): ${shown.join(', ')}`
}

const timeOf = (at: string) => at.slice('2026-01-01T'.length, '2026-01-01T00:00:00'.length)

/** Only who has a workspace of that project can follow it there. */
function hintFor(change: Change, to: string, agents: readonly AgentRecord[]): string | undefined {
  const hasClone = (each: AgentRecord) => each.workspace !== null && each.project === change.project
  return agents.some((each) => each.name === to && hasClone(each)) ? howToSee(change) : undefined
}

function receiversOf(
  { agent, from, project, state }: Change,
  { isAlarm }: MoveLetter,
  agents: readonly AgentRecord[],
): string[] {
  const isThere = (name: string) => agents.some((each) => each.name === name && canRead(each))
  const authors = [agent ?? '', /^agent\/(.+)$/.exec(from ?? '')?.[1] ?? ''].filter(isThere)
  const supervisor = state === 'canceled' ? undefined : chooseSupervisor(agents, null, project)
  const watchers = supervisor === undefined ? (isAlarm ? [OWNER] : []) : [supervisor]
  return [...new Set([...authors, ...watchers])]
}

// At the end of a turn: an agent whose conversation fills up is asked to save its progress, and after that no further turn begins
// before it was shortened.
import { MessageId } from '../../../protocol/messages/message.ts'
import { timestampFromMs, type Timestamp } from '../../../protocol/timestamp.ts'
import type { AgentDeps } from '../../agents/agent-deps.ts'
import type { AgentRecord, CompactionSight } from '../../agents/agent-record.ts'
import type { HookAnswer, HookNews } from '../../agents/runtime.ts'
import { hasReached } from '../../mail/message-record.ts'
import { SYSTEM_SENDER } from '../../mail/sender.ts'
import { writeMessage } from '../../mail/write-message.ts'
import type { StoreWriter } from '../../store.ts'
import { isShortening } from '../../agents/is-shortening.ts'
import { measureContext } from './measure-context.ts'
import { noteCompaction } from './note-compaction.ts'

type Deps = Pick<AgentDeps, 'clock' | 'runtimes' | 'continuity'>

export interface TurnEnd {
  readonly record: AgentRecord
  readonly news: readonly HookNews[]
  readonly at: Timestamp
}

export interface SaveAnswer {
  /** More to do, in the words of its program. */
  readonly answer?: HookAnswer
  /** Its mail waits until its conversation is shortened. */
  readonly holdsMail: boolean
}

const NOTHING: SaveAnswer = { holdsMail: false }

const ASK_TO_SAVE = [
  'cmux: your conversation fills up and is shortened after this turn. Save your progress now with the tool save_progress: what you',
  'are at, what is still to do and what is done, decisions with their reasons, open questions, what blocks you. Do nothing else; you',
  'are given it back afterwards, and go on then.',
].join(' ')

export async function askToSave(deps: Deps, writer: StoreWriter, end: TurnEnd): Promise<SaveAnswer> {
  const { record, news, at } = end
  if (!news.some((item) => item.kind === 'turn ended')) return NOTHING
  const { compaction } = record
  if (isShortening(record)) return { holdsMail: true }
  if (compaction?.stage === 'saving') {
    if (!(await isAnswered(writer, compaction))) return NOTHING
    await noteCompaction(writer, record, { ...compaction, stage: 'due', since: at })
    return { holdsMail: true }
  }
  const percent = percentOver(deps, record)
  if (percent === null || !mayAsk(end)) return NOTHING
  return ask(deps, writer, end, percent)
}

/** A program may write down what its last answer has read only after it has told of the end of its turn. */
const LATE_MAX_MS = 60_000

/** Whether an agent's turn ended before it was known that its conversation is full. Looked at for each agent, every second. */
export function isLate(deps: Deps, record: AgentRecord): boolean {
  const { turn, context } = record
  if (turn?.turn !== 'idle' || context === null || percentOver(deps, record) === null) return false
  const [nowMs, endedMs] = [deps.clock.nowMs(), Date.parse(turn.at)]
  const isFresh = nowMs - endedMs < LATE_MAX_MS
  return (
    isFresh && Date.parse(context.at) >= endedMs && mayAsk({ record, news: [], at: timestampFromMs(nowMs) })
  )
}

/** Asks such an agent by mail. */
export async function askLate(
  deps: Deps & Pick<AgentDeps, 'store'>,
  { id }: Pick<AgentRecord, 'id'>,
): Promise<void> {
  await deps.store.write(async (writer) => {
    const record = await writer.agents.byId(id)
    const percent = record && isLate(deps, record) ? percentOver(deps, record) : null
    if (!record || percent === null) return
    await askByMail(deps, writer, { record, at: timestampFromMs(deps.clock.nowMs()) }, percent)
  })
}

/** Asked by mail, it has saved once it has had that. */
async function isAnswered(writer: StoreWriter, { message }: CompactionSight): Promise<boolean> {
  const [mail] = message === null ? [] : await writer.messages.byIds([message])
  return mail === undefined || hasReached(mail, 'submitted')
}

/** One that is as full again right after it was shortened would be shortened after every turn, and get nothing done. */
const AGAIN_MS = 10 * 60_000

function mayAsk({ record, news, at }: TurnEnd): boolean {
  const { ending, paused, desired, compaction, shortenedAt } = record
  const hasFailed = news.some((item) => item.kind === 'turn ended' && item.failure !== null)
  const isRested = shortenedAt === null || Date.parse(at) - Date.parse(shortenedAt) > AGAIN_MS
  return !hasFailed && !ending && !paused && desired === 'running' && compaction === null && isRested
}

/** Null: there is nothing to be done about it. */
function percentOver({ runtimes, continuity }: Deps, { runtime, context }: AgentRecord): number | null {
  const { settings, windows } = continuity
  if (!settings.compact || context === null || runtimes[runtime].commands.compact === null) return null
  const { percent } = measureContext(windows, context)
  return percent !== null && percent >= settings.compactPercent ? percent : null
}

async function ask(deps: Deps, writer: StoreWriter, end: TurnEnd, percent: number): Promise<SaveAnswer> {
  const { record, at } = end
  const { goOn } = deps.runtimes[record.runtime].mail
  if (goOn && record.carried < goOn.inARowMax) {
    await noteCompaction(writer, record, { stage: 'saving', since: at, tries: 0, percent, message: null })
    return { answer: goOn.answer(ASK_TO_SAVE), holdsMail: true }
  }
  await askByMail(deps, writer, end, percent)
  return NOTHING
}

async function askByMail(
  deps: Deps,
  writer: StoreWriter,
  { record, at }: Pick<TurnEnd, 'record' | 'at'>,
  percent: number,
): Promise<void> {
  const message = MessageId.parse(`continuity:${record.name}:${record.generation}:${Date.parse(at)}`)
  const letter = { id: message, to: record.name, subject: 'save your progress', body: ASK_TO_SAVE }
  await writeMessage(deps, writer, letter, SYSTEM_SENDER)
  await noteCompaction(writer, record, { stage: 'saving', since: at, tries: 0, percent, message })
}

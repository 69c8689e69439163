// Answers what an agent's program asks as it starts, with the choice that its runtime knows: moves to it, sees that it is there,
// and only then presses Enter.
import { CmuxError } from '../../protocol/cmux-error.ts'
import type { AgentName } from '../../protocol/ids.ts'
import type { Key, PaneId } from '../terminals/terminals.ts'
import type { AgentDeps } from '../agents/agent-deps.ts'
import type { AgentRecord } from '../agents/agent-record.ts'
import { findAgent } from '../agents/find-agent.ts'
import { noteRequest } from '../agents/note-request.ts'
import { restartAgent } from './stop-agent.ts'

export type AnswerDeps = Pick<
  AgentDeps,
  | 'clock'
  | 'confine'
  | 'confinement'
  | 'continuity'
  | 'environment'
  | 'onError'
  | 'runtimes'
  | 'store'
  | 'terminals'
>

/** A dialog of more choices is not one of these. */
const STEPS_MAX = 12
/** After a key the screen is drawn anew. */
const DRAWN_MS = 200

export async function answerDialog(deps: AnswerDeps, name: AgentName, actor: string): Promise<void> {
  const record = await findAgent(deps, name)
  const answer = record.pane === null ? undefined : await readAnswer(deps, record, record.pane)
  if (record.pane === null || answer === undefined)
    throw new CmuxError('CONFLICT', `${name} asks nothing that cmux knows the answer to`, {
      hint: `answer it at its terminal: \`cmux agent attach ${name}\``,
    })
  const isSetting = deps.runtimes[record.runtime].answersInSettings === true
  await noteRequest(deps, record, actor, `answer: ${answer}`, isSetting ? { answerFirstRun: true } : {})
  if (isSetting) await restartAgent(deps, name, { fresh: false }, actor)
  else await choose(deps, record, record.pane, answer)
}

async function choose(deps: AnswerDeps, record: AgentRecord, pane: PaneId, answer: string): Promise<void> {
  const { terminals, clock } = deps
  for (let step = 0; step < STEPS_MAX; step += 1) {
    // Somebody at the terminal may have answered it.
    if ((await readAnswer(deps, record, pane)) !== answer) return
    const key = findStep((await terminals.capture(pane)).lines, answer)
    if (key === null) return
    await terminals.press(pane, [key])
    const drawn = Promise.withResolvers<void>()
    clock.after(DRAWN_MS, drawn.resolve)
    await drawn.promise
    if (key === 'Enter') return
  }
}

async function readAnswer(
  { terminals, runtimes }: AnswerDeps,
  { runtime }: AgentRecord,
  pane: PaneId,
): Promise<string | undefined> {
  const { lines } = await terminals.capture(pane)
  const reading = runtimes[runtime].readScreen(lines)
  return reading.kind === 'dialog' ? reading.dialog.answer : undefined
}

/** Pure: the next key on the way to a choice; null when the screen has none that is marked. */
export function findStep(
  lines: readonly string[],
  answer: string,
): Extract<Key, 'Up' | 'Down' | 'Enter'> | null {
  const rows = lines.map((line) => line.replaceAll(/[│┃]/g, '').trim())
  const marked = rows.findLastIndex((row) => MARKED.test(row))
  const wanted = rows.findLastIndex((row) => row.replace(BEFORE_LABEL, '') === answer)
  if (marked < 0 || wanted < 0) return null
  if (marked === wanted) return 'Enter'
  return wanted > marked ? 'Down' : 'Up'
}

const MARKED = /^[❯›●>] /
const BEFORE_LABEL = /^[❯›●>]?\s*(\d\.\s+)?/

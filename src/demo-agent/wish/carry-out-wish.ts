// What a demo supervisor does with a wish: says how it understands it, writes it down as a task with a piece each, and hands the
// pieces out. Every step can be done again: a kill in between neither loses a piece nor makes one twice.
import { deriveId } from '../derive-id.ts'
import { handOut } from './hand-out.ts'
import type { Step } from '../parse-script.ts'
import { planWish, type PlannedTask } from './plan-wish.ts'
import { isOpenTask, readTask } from './read-task.ts'
import { reportTask } from './report-task.ts'
import { sendMail } from '../send-mail.ts'
import { tendTask } from './tend-task.ts'
import type { Turn } from '../turn.ts'
import { requireCmux } from '../use-cmux.ts'

const READING_MS = 1500
/** Before each task: whoever watches sees them come one by one. */
const WRITING_MS = 500
const OWNER = 'owner'

/** The wish stands in the step, or in a task that somebody gave to the supervisor. */
export async function carryOutWish(turn: Turn, { rest, key, task }: Step): Promise<void> {
  const given = rest === '' && task !== undefined ? await readTask(turn, task) : undefined
  if (given && !isOpenTask(given)) return turn.say(`${given.id} is ${given.state} already.`)
  const own = `${turn.name}:${key}`
  const plan = planWish(given ? given.body || given.title : rest, own)
  await turn.pause(READING_MS)
  if (!plan) return answerNothing(turn, own)
  turn.say(plan.answer)
  const whole = given?.id ?? plan.whole.id
  await sendMail(turn, { id: `demo:${whole}:taken`, to: OWNER, body: plan.answer })
  if (given) await reportTask(turn, { id: whole, state: 'working', text: plan.answer })
  else await addTask(turn, plan.whole)
  // All of them before any is handed out: then the whole can't look finished with a piece missing.
  if (isOpenTask(await readTask(turn, whole)))
    for (const piece of plan.pieces) await addTask(turn, piece, whole)
  if (await handOut(turn, whole)) return tendTask(turn, whole)
  const body = `There is nobody who could do it. Start a demo worker, and send me: tend ${whole}`
  await sendMail(turn, { id: `demo:${whole}:nobody`, to: OWNER, body })
}

async function answerNothing(turn: Turn, key: string): Promise<void> {
  const body = 'I read nothing in this that could be done. Say it in a sentence or two.'
  turn.say(body)
  await sendMail(turn, { id: deriveId('demo:', key), to: OWNER, body })
}

async function addTask(turn: Turn, { id, title, body }: PlannedTask, parent?: string): Promise<void> {
  await turn.pause(WRITING_MS)
  await requireCmux(turn, {
    tool: 'create_task',
    about: title,
    method: 'POST',
    path: '/api/tasks',
    body: { id, title, body, ...(parent !== undefined && { parent }) },
    says: () => id,
  })
}

// What a demo supervisor does when it hears of a task: hands out what is nobody's, and when all pieces are over, ends the whole
// with a summary and tells whoever wished for it. It asks cmux how things are, so it can be done at any time and again.
import { handOut } from './hand-out.ts'
import { isOpenTask, readTask, type SeenTask } from './read-task.ts'
import { reportTask } from './report-task.ts'
import { sendMail } from '../send-mail.ts'
import { summarize } from './summarize.ts'
import type { Turn } from '../turn.ts'

export async function tendTask(turn: Turn, id: string): Promise<void> {
  const heard = await readTask(turn, id)
  const whole = heard.parent === null ? heard : await readTask(turn, heard.parent)
  const isMine = whole.createdBy === turn.name || whole.assignee === turn.name
  if (!isMine || whole.children.length === 0) return turn.say(`I see: ${heard.title} is ${heard.state}.`)
  const open = whole.children.filter(isOpenTask).length
  if (open === 0) return endWhole(turn, whole)
  if (isOpenTask(whole)) await handOut(turn, whole.id)
  turn.say(`${whole.children.length - open} of ${whole.children.length} pieces are over: ${whole.title}`)
}

const ENDED = new Set(['completed', 'failed'])

async function endWhole(turn: Turn, whole: SeenTask): Promise<void> {
  const pieces: SeenTask[] = []
  for (const { id } of whole.children) pieces.push(await readTask(turn, id))
  const { state, text } = summarize(whole.title, pieces)
  if (isOpenTask(whole)) await reportTask(turn, { id: whole.id, state, text })
  else if (!ENDED.has(whole.state)) return turn.say(`${whole.title} is ${whole.state}.`)
  turn.say(text)
  // Of a task that somebody else made, they are told by cmux itself.
  if (whole.createdBy === turn.name)
    await sendMail(turn, { id: `demo:${whole.id}:over`, to: 'owner', body: text })
}

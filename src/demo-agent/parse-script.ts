// The demo agent's "model": lines of a prompt that begin with a command word are steps; all other lines are only text. Mail
// without any step is taken for what it is: a wish to a supervisor, a task to do, news of a task. Pure.
import { isCommand, type Command } from './commands.ts'
import { readLetters, type Letter } from './read-letters.ts'

export interface Step {
  readonly command: Command
  readonly rest: string
  /** The same for the same step of the same prompt, also after a kill. */
  readonly key: string
  /** What the mail that it stands in gives as a task. */
  readonly task: string | undefined
}

export interface Reader {
  readonly role: string
  /** Names the prompt; mail has a name of its own. */
  readonly key: string
}

export function parseScript(prompt: string, { role, key }: Reader): Step[] {
  return readLetters(prompt).flatMap((letter) => {
    const { head } = letter
    const task = /^task:(tsk_\w+):\d+$/.exec(head?.id ?? '')?.[1]
    const written = letter.lines.flatMap(parseLine)
    const reported = task === undefined || written.length === 0 ? written : reportOn(task, written)
    const lines = reported.length === 0 ? takePlain(letter, task, role) : reported
    return lines.map((line, index) => Object.assign(line, { key: `${head?.id ?? key}:${index}`, task }))
  })
}

type Line = Pick<Step, 'command' | 'rest'>

/** Steps that find out by themselves how far they are: what a kill cut short is done again from its start. */
export function isRepeatable({ command }: Step): boolean {
  return command === 'plan' || command === 'work' || command === 'tend'
}

function parseLine(line: string): Line[] {
  const [, word = '', rest = ''] = /^\s*(\S+)\s?(.*)$/.exec(line) ?? []
  return isCommand(word, rest) ? [{ command: word, rest }] : []
}

/** Unless the task says itself what is to be reported. */
function reportOn(task: string, steps: readonly Line[]): Line[] {
  const named = steps.map(({ command, rest }) =>
    command === 'task' ? { command, rest: rest.replace(/^this\b/, task) } : { command, rest },
  )
  const hasReport = named.some(({ command }) => command === 'task')
  return hasReport ? named : [...named, { command: 'task', rest: `${task} completed done` }]
}

/** What cmux itself tells of a task: what became of it, or that it is nobody's any more. */
const NEWS = /^(?:task-news|notice:task):(tsk_\w+):/

function takePlain({ head, lines }: Letter, task: string | undefined, role: string): Line[] {
  if (!head) return []
  const isSupervisor = role === 'supervisor'
  if (task !== undefined)
    return isSupervisor ? [{ command: 'plan', rest: '' }] : [{ command: 'work', rest: task }]
  if (!isSupervisor) return []
  const [, news] = NEWS.exec(head.id) ?? []
  if (news !== undefined) return [{ command: 'tend', rest: news }]
  // Only people decide what the team does.
  return head.trust === 'person' ? [{ command: 'plan', rest: lines.join('\n') }] : []
}

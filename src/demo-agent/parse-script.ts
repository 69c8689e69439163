// The demo agent's "model": lines of a prompt that begin with a command word are steps; all other lines are only text.
// In mail they stand after the mark of a quotation; what a task has it do, it reports on by itself.

export const COMMANDS = {
  say: 'TEXT: answers with it',
  write: 'FILE TEXT: writes a file in its folder (\\n in TEXT is a new line)',
  append: 'FILE TEXT: adds a line to a file',
  run: 'PROGRAM ARGS: runs a harmless program in its folder',
  commit: 'MESSAGE: commits everything in its folder',
  wait: 'SECONDS: works that long',
  task: 'ID STATE [TEXT]: reports on a task of cmux (ID may be `this` in the task itself)',
  ask: 'TEXT: asks for permission and waits',
  think: '[INPUT OUTPUT]: uses that many tokens',
  fail: '[TEXT]: the turn ends with an error of the API',
  loop: '[TIMES]: the same tool call again and again',
  flood: 'MEGABYTES: prints that much, fast',
  'ignore-term': ': from now on only SIGKILL ends it',
  hang: ': stops answering, and lives on',
  crash: '[STATUS]: ends at once with that exit status',
} as const

export type Command = keyof typeof COMMANDS

export interface Step {
  readonly command: Command
  readonly rest: string
}

export function parseScript(prompt: string): Step[] {
  return splitMail(prompt).flatMap(({ task, lines }) => {
    const steps = lines.flatMap(parseLine)
    return task === undefined || steps.length === 0 ? steps : reportOn(task, steps)
  })
}

interface Part {
  /** What it is given as a task, and the mail that brings it says so. */
  readonly task: string | undefined
  readonly lines: string[]
}

/** The line above each message, which cmux writes; quoted lines begin otherwise. */
const HEAD = /^\d+ of \d+ · from: .* · id: (?:task:(tsk_[0-9a-z]+):\d+|\S+) · /

function splitMail(prompt: string): Part[] {
  const parts: Part[] = [{ task: undefined, lines: [] }]
  for (const line of prompt.split('\n')) {
    const head = HEAD.exec(line)
    if (head) parts.push({ task: head[1], lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts
}

function parseLine(line: string): Step[] {
  const [, word = '', rest = ''] = /^(?:\| )?\s*(\S+)\s?(.*)$/.exec(line) ?? []
  return isCommand(word) ? [{ command: word, rest }] : []
}

/** Unless the task says itself what is to be reported. */
function reportOn(task: string, steps: readonly Step[]): Step[] {
  const named = steps.map(({ command, rest }) =>
    command === 'task' ? { command, rest: rest.replace(/^this\b/, task) } : { command, rest },
  )
  const hasReport = named.some(({ command }) => command === 'task')
  return hasReport ? named : [...named, { command: 'task', rest: `${task} completed done` }]
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word)
}

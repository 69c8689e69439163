// The script language: what each command word does, and what must stand after it. A line that does not fit is plain words:
// "write a poem" is a wish, "write poem.txt Roses" is a command.

interface CommandRow {
  readonly does: string
  readonly takes?: RegExp
}

const NUMBERS = /^[\d.\s]*$/
const TASK = /^tsk_\w+$/
/** A sentence, not something to be done word by word. */
const NO_SENTENCE = /^(?!(?:an?|the|all|our|my|your|some|it|this|that|on|for)\b)/

const ROWS = {
  say: { does: 'TEXT: answers with it' },
  write: {
    does: 'FILE TEXT: writes a file in its folder (\\n in TEXT is a new line)',
    takes: /^\S*[./]\S*(?:\s|$)/,
  },
  append: { does: 'FILE TEXT: adds a line to a file', takes: /^\S*[./]\S*(?:\s|$)/ },
  run: { does: 'PROGRAM ARGS: runs a harmless program in its folder', takes: NO_SENTENCE },
  commit: { does: 'MESSAGE: commits everything in its folder', takes: NO_SENTENCE },
  wait: { does: 'SECONDS: works that long', takes: NUMBERS },
  task: {
    does: 'ID STATE [TEXT]: reports on a task of cmux (ID may be `this` in the task itself)',
    takes: /^(?:this|tsk_\w+)\s/,
  },
  progress: { does: 'TASK | STEP | x DONE STEP: saves where its work stands', takes: /\|/ },
  send: { does: 'TO TEXT: sends a message', takes: NO_SENTENCE },
  spawn: { does: 'NAME [TASK]: starts a demo worker in its project (supervisors may)', takes: NO_SENTENCE },
  plan: { does: 'TEXT: makes tasks of a wish and hands them to demo workers (supervisors may)' },
  work: { does: 'ID: does a task in plain words: a file about it, committed', takes: TASK },
  tend: { does: 'ID: hands out what is free of a task, and ends it when all its pieces are', takes: TASK },
  propose: {
    does: 'FILE: proposes the change of its project that stands there',
    takes: /^[\w-]+(?:\/[\w-]+)*\.json$/,
  },
  ask: { does: 'TEXT: asks for permission and waits', takes: NO_SENTENCE },
  think: { does: '[INPUT OUTPUT]: uses that many tokens', takes: NUMBERS },
  fail: { does: '[TEXT]: the turn ends with an error of the API' },
  loop: { does: '[TIMES]: the same tool call again and again', takes: NUMBERS },
  flood: { does: 'MEGABYTES: prints that much, fast', takes: NUMBERS },
  'ignore-term': { does: ': from now on only SIGKILL ends it', takes: /^$/ },
  spin: { does: ': shows that it works, for ever, and does nothing', takes: /^$/ },
  hang: { does: ': stops answering, and lives on', takes: /^$/ },
  crash: { does: '[STATUS]: ends at once with that exit status', takes: NUMBERS },
} as const satisfies Record<string, CommandRow>

export type Command = keyof typeof ROWS

export const COMMANDS: Readonly<Record<Command, CommandRow>> = ROWS

export function isCommand(word: string, rest: string): word is Command {
  return Object.hasOwn(ROWS, word) && (COMMANDS[word as Command].takes?.test(rest.trim()) ?? true)
}

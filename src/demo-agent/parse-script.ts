// The demo agent's "model": lines of a prompt that begin with a command word are steps; all other lines are only text.
// In mail they stand after the mark of a quotation.

export const COMMANDS = {
  say: 'TEXT: answers with it',
  write: 'FILE TEXT: writes a file in its folder (\\n in TEXT is a new line)',
  append: 'FILE TEXT: adds a line to a file',
  run: 'PROGRAM ARGS: runs a harmless program in its folder',
  commit: 'MESSAGE: commits everything in its folder',
  wait: 'SECONDS: works that long',
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
  return prompt.split('\n').flatMap((line) => {
    const [, word = '', rest = ''] = /^(?:\| )?\s*(\S+)\s?(.*)$/.exec(line) ?? []
    return isCommand(word) ? [{ command: word, rest }] : []
  })
}

function isCommand(word: string): word is Command {
  return Object.hasOwn(COMMANDS, word)
}

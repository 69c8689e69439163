// What a line says in a few words: of a structured log what it calls its message, else the line itself. Pure.

const TITLE_CHARS = 160
/** As most programs that log in JSON call it. */
const MESSAGE = /"(?:msg|message)"\s*:\s*"((?:[^"\\]|\\.)+)"/g

export function titleOf(line: string): string {
  const messages = line.startsWith('{') ? [...line.matchAll(MESSAGE)].map(([, words = '']) => words) : []
  // The error's own words come first in a line, and what was being done last.
  const title = messages.length === 0 ? line : messages.toReversed().join(': ')
  return title.length > TITLE_CHARS ? `${title.slice(0, TITLE_CHARS)}…` : title
}

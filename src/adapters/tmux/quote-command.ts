// Words for tmux's own command parser. Inside double quotes it knows three characters, and a tilde at the start; control
// characters go as octal, so that a command is one line whatever it holds.
import { CmuxError } from '../../protocol/cmux-error.ts'

/** One command as text that tmux reads back as exactly these words. */
export function quoteCommand(words: readonly string[]): string {
  return words.map(quoteWord).join(' ')
}

/** Several commands that tmux runs one after the other, up to the first that fails. */
export function quoteSequence(commands: readonly (readonly string[])[]): string {
  return commands.map(quoteCommand).join(' ; ')
}

/** For arguments in which tmux expands formats: names and folders. */
export function escapeFormat(text: string): string {
  return text.replaceAll('#', '##')
}

function quoteWord(word: string): string {
  if (word.includes('\0'))
    throw new CmuxError('TERMINAL_REFUSED', 'no word for tmux can hold a NUL character')
  const quoted = word
    .toWellFormed()
    .replaceAll(/["\\$]/g, String.raw`\$&`)
    .replaceAll(/\p{Cc}|^~/gu, escapeOctal)
  return `"${quoted}"`
}

/** Those above ASCII are more than one byte, and none of them means anything to tmux. */
function escapeOctal(control: string): string {
  const code = control.charCodeAt(0)
  return code < 0x80 ? `\\${code.toString(8).padStart(3, '0')}` : control
}

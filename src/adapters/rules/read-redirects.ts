// Redirections of a command: the files that it reads and writes by them, and text that it is given in place.
import type { HereDoc, Redirection } from 'unbash'
import type { ShellCommand, ShellRedirect, ShellWord } from '../../core/rules/shell-node.ts'
import { readWord, textWord } from './read-word.ts'

const READS: ReadonlySet<string> = new Set(['<', '<&'])

export function readRedirects(redirects: readonly Redirection[]): Pick<ShellCommand, 'redirects' | 'here'> {
  const texts = redirects.flatMap(readText)
  return { redirects: redirects.flatMap(readFile), here: texts.at(-1) ?? null }
}

function readFile(redirect: Redirection): ShellRedirect[] {
  if (redirect.type !== 'Redirect' || !redirect.target) return []
  const { operator, target } = redirect
  // `2>&1` and `<&-` name a stream, not a file.
  if (operator.endsWith('&') && /^(\d+-?|-)$/.test(target.value)) return []
  return [{ does: READS.has(operator) ? 'read' : 'write', target: readWord(target) }]
}

function readText(redirect: Redirection): ShellWord[] {
  if (redirect.type === 'HereDoc') return [readBody(redirect)]
  return redirect.type === 'HereString' && redirect.target ? [readWord(redirect.target)] : []
}

function readBody({ body: { text, parts }, delimiter }: HereDoc): ShellWord {
  const isPlain = delimiter?.quoted === true || !parts || parts.every(({ type }) => type === 'Literal')
  return isPlain ? textWord(text) : { source: text, pieces: [{ kind: 'unknown' }] }
}

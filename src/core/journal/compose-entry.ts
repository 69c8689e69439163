// Pages as Markdown that a person likes to read. What somebody wrote stands behind `> ` on every line: no heading, fence or
// comment in it reaches beyond its entry, so nothing can be taken for another one.
import { showControls, splitLines } from '../../lib/quote-lines.ts'
import type { JournalEntry } from '../../protocol/journal/journal.ts'
import type { PageName } from './journal-table.ts'

export function composeEntry({ at, kind, author, text, files }: JournalEntry): string {
  const by = author === 'system' ? '' : ` by ${author}`
  const lines = splitLines(text.trimEnd()).map((line) => `> ${showControls(line)}`.trimEnd())
  const links = files.map((file) => `- [${file}](${file})\n`).join('')
  return `## ${at.slice(11, 19)} ${kind}${by}\n\n${lines.join('\n')}\n\n${links}${links === '' ? '' : '\n'}`
}

export function composeTitle({ project, day }: PageName): string {
  return `# ${project}, ${day}\n\nTimes are UTC. This page is written by cmux: what you change in it is lost; write with \`cmux journal add\`.\n\n`
}

// A record as an entry of the journal: Markdown for whoever asks later what went wrong, what was tried and what worked.
import { describeRecord } from '../describe-record.ts'
import type { Recorded } from '../mind/effect.ts'

/** What the journal hears of by itself; the rest is everyday life. */
const KINDS: ReadonlySet<Recorded['kind']> = new Set(['failed', 'recovered', 'bad', 'refused', 'safe mode'])

/** `lines`: the last words of the server, fit to be shown. */
export function describeEntry(at: string, what: Recorded, lines: readonly string[]): string | undefined {
  if (!KINDS.has(what.kind)) return undefined
  const { kind, ...facts } = what
  const release = 'release' in what ? what.release : undefined
  const rows = Object.entries({ ...facts, ...(release !== undefined && { commit: release.split('-')[0] }) })
    .filter(([, value]) => !Array.isArray(value) || value.length > 0)
    .map(([name, value]) => `- ${name}: ${Array.isArray(value) ? value.join(', ') : String(value)}\n`)
  // Indented, so that nothing in them is taken for Markdown.
  const words = lines.map((line) => `    ${line}\n`)
  const last = words.length > 0 ? `- last words of the server:\n\n${words.join('')}` : ''
  return `## ${at.slice(11, 19)} recovery: ${kind}\n\n${describeRecord(what)}\n\n${rows.join('')}${last}\n`
}

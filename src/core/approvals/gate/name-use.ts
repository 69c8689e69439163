// A tool's use in one line, for lists and notices. Pure.
import { printable } from '../../../lib/printable.ts'
import { redactSecrets } from '../../../lib/redact-secrets.ts'
import type { GateCall } from './read-gate.ts'

const TITLE_MAX_CHARS = 200
/** What a tool is about, in the words of most tools. */
const MATTERS = ['command', 'file_path', 'filePath', 'path', 'url', 'pattern', 'question']

export function nameUse({ tool, input }: Pick<GateCall, 'tool' | 'input'>): string {
  const fields = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {}
  const matter = MATTERS.map((key) => fields[key]).find((value) => typeof value === 'string')
  const text = redactSecrets(`${tool}: ${matter ?? JSON.stringify(input) ?? ''}`)
  const line = printable(text.replaceAll(/\s+/gu, ' ')).trim()
  return line.length > TITLE_MAX_CHARS ? `${line.slice(0, TITLE_MAX_CHARS - 1)}…` : line
}

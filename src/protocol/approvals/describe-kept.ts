// A kept rule in words, the same in the terminal and on the page. Pure.
import type { FreedAct, KeptRule } from './kept-rule.ts'

const DOES: Readonly<Record<string, string>> = {
  read: 'reads',
  search: 'looks through',
  write: 'writes to',
  run: 'runs',
}

export function describeKept({
  tool,
  frees,
  agent,
  project,
}: Pick<KeptRule, 'tool' | 'frees' | 'agent' | 'project'>): string {
  const whose = agent ?? `agents of ${project}`
  return `${whose}: ${frees.map((act) => describeFreed(tool, act)).join('; ')}`
}

function describeFreed(tool: string, { does, words, path, host }: FreedAct): string {
  const command = words.map(quoteWord).join(' ')
  if (path !== null) return `${command || tool} ${DOES[does] ?? does} ${path}`
  if (words.length > 0) return `${command} (exactly this, in the workspace)`
  return host === null ? `${tool}, with any input` : `${tool} from ${host}`
}

function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

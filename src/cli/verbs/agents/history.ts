// An agent's conversation, as far as cmux knows it.
import { printable } from '../../../lib/printable.ts'
import type { HistoryEntry } from '../../../protocol/messages/history.ts'
import { connect } from '../../connect.ts'
import type { RunVerb } from '../../verb.ts'

const LINES_MAX = 12
const INPUT_CHARS = 200

export const showHistory: RunVerb = async ({ environment, args, options }) => {
  const query = Object.fromEntries(
    (['kind', 'limit', 'before', 'after'] as const).flatMap((name) => {
      const value = options[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
  const { search } = options
  const page = await connect(environment).call('GET /api/agents/:name/history', {
    params: { name: args[0] ?? '' },
    query: { ...query, ...(typeof search === 'string' && { q: search }) },
  })
  const further = options['after'] === undefined ? '--before' : '--after'
  const more = page.next === null ? [] : [`more: add ${further} ${page.next}`]
  const text = page.items.length === 0 ? 'no conversation yet' : ''
  return { json: page, text: text || [...page.items.map(layoutEntry), ...more].join('\n\n') }
}

function layoutEntry(entry: HistoryEntry): string {
  const { seq, kind, at, subagent, text, tool } = entry
  const when = at === null ? '' : ` · ${at.slice(0, 19).replace('T', ' ')}`
  const what = tool ? ` · ${tool.name}${tool.failed ? ' failed' : ''}` : ''
  const who = subagent === null ? '' : ` · subagent ${subagent}`
  const input = kind === 'tool' && tool ? cut(JSON.stringify(tool.input)) : ''
  const lines = [...(input === '' ? [] : [input]), ...(text === '' ? [] : text.split('\n'))]
  const shown = lines.slice(0, LINES_MAX).map((line) => `  ${printable(line)}`)
  const left = lines.length - shown.length
  const rest = left > 0 ? [`  … ${left} lines more; whole with --json`] : []
  return [printable(`${seq} · ${kind}${what}${who}${when}`), ...shown, ...rest].join('\n')
}

function cut(text: string): string {
  return text.length > INPUT_CHARS ? `${text.slice(0, INPUT_CHARS)}…` : text
}

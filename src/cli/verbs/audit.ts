// Who did what and when: a page for people, or everything as lines of JSON in a file.
import { saveAnswer } from '../../host/save-answer.ts'
import type { AuditEntry } from '../../protocol/audit.ts'
import type { AgentName } from '../../protocol/ids.ts'
import { CmuxError } from '../../protocol/cmux-error.ts'
import { connect, findAddress } from '../connect.ts'
import { layoutBytes, layoutTable } from '../layout/layout.ts'
import { parseSince } from '../parse-since.ts'
import type { RunVerb, VerbCall } from '../verb.ts'

const DEFAULT_COUNT = 50
const COUNT_MAX = 1000

export const audit: RunVerb = async (call) => {
  const { environment, options } = call
  const filter = filterFrom(call)
  if (typeof options['export'] === 'string') return exportHistory(call, filter, options['export'])
  const query = { ...filter, before: Number.MAX_SAFE_INTEGER, limit: countFrom(options['limit']) }
  const { items } = await connect(environment).call('GET /api/audit', { query })
  return { json: items, text: items.length > 0 ? layoutEntries(items) : 'no matches' }
}

interface Filter {
  readonly agent?: AgentName
  readonly actor?: string
  readonly types?: string
  readonly from?: string
}

function filterFrom({ options: { agent, actor, type, since } }: VerbCall): Filter {
  return {
    ...(typeof agent === 'string' && { agent: agent as AgentName }),
    ...(typeof actor === 'string' && { actor }),
    ...(typeof type === 'string' && { types: type }),
    ...(typeof since === 'string' && { from: parseSince(since, Date.now()) }),
  }
}

async function exportHistory({ environment }: VerbCall, filter: Filter, file: string) {
  const search = new URLSearchParams({ ...filter, format: 'jsonl' }).toString()
  const { tokenFile } = environment
  const { lines, bytes } = await saveAnswer(
    { url: findAddress(environment), tokenFile, path: `/api/audit?${search}` },
    file,
  )
  return { json: { file, events: lines, bytes }, text: `${lines} events in ${file} (${layoutBytes(bytes)})` }
}

function countFrom(option: string | boolean | undefined): number {
  const count = Number(option ?? DEFAULT_COUNT)
  if (Number.isInteger(count) && count > 0 && count <= COUNT_MAX) return count
  throw new CmuxError('USAGE', `--limit takes a number from 1 to ${COUNT_MAX}, not ${String(option)}`)
}

const DATA_CHARS = 80

function layoutEntries(entries: readonly AuditEntry[]): string {
  const rows = entries.map(({ seq, at, actor, agent, generation, type, data }) => [
    String(seq),
    at.slice(0, 19).replace('T', ' '),
    actor,
    agent === null ? '-' : `${agent}${generation === null ? '' : ` #${generation}`}`,
    type,
    cut(JSON.stringify(data)),
  ])
  return layoutTable([['NUMBER', 'WHEN (UTC)', 'BY', 'AGENT', 'WHAT', 'DETAILS'], ...rows])
}

const cut = (text: string) => (text.length > DATA_CHARS ? `${text.slice(0, DATA_CHARS - 1)}…` : text)

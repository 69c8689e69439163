// What tmux tells of its panes. Names and tags may hold any character, so the fields are parted by a mark that nobody knows
// beforehand.
import type { Pane, PaneOwner } from '../../core/terminals/terminals.ts'
import { AgentId, ProjectId } from '../../protocol/ids.ts'
import { isPaneId } from './parse-notification.ts'

const FIELDS = [
  'pane_id',
  'pane_pid',
  'pane_width',
  'pane_height',
  'pane_dead',
  'pane_dead_status',
  'pane_dead_signal',
  'pane_in_mode',
  '@cmux_keeper',
  '@cmux_agent',
  '@cmux_generation',
  'window_name',
] as const

export function paneListFormat(mark: string): string {
  return `pane:${mark}${FIELDS.map((field) => `#{${field}}`).join(`,${mark}`)}`
}

export function parsePaneList(lines: readonly string[], mark: string): Pane[] {
  const records = lines.join('\n').split(`pane:${mark}`).slice(1)
  return records.flatMap((record) => parsePane(record.replace(/\n$/, '').split(`,${mark}`)))
}

function parsePane(fields: readonly string[]): Pane[] {
  const [id = '', pid, cols, rows, dead, status, signal, mode, keeper, agent, generation, title = ''] = fields
  if (fields.length !== FIELDS.length || !isPaneId(id) || keeper === '1') return []
  return [
    {
      id,
      owner: parseOwner(agent, generation),
      title,
      pid: Number(pid),
      end: dead === '1' ? { status: parseCount(status), signal: parseCount(signal) } : null,
      size: { cols: Number(cols), rows: Number(rows) },
      inCopyMode: Number(mode) > 0,
    },
  ]
}

function parseOwner(agent: string | undefined, generation: string | undefined): PaneOwner | null {
  const asAgent = AgentId.safeParse(agent)
  const id = asAgent.success ? asAgent : ProjectId.safeParse(agent)
  return id.success && /^\d{1,15}$/.test(generation ?? '')
    ? { agent: id.data, generation: Number(generation) }
    : null
}

function parseCount(text = ''): number | null {
  return text === '' ? null : Number(text)
}

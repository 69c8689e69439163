// What waits for a person, most urgent first.
import colors from 'picocolors'
import { printable } from '../../lib/printable.ts'
import type { Attention, AttentionItem } from '../../protocol/attention.ts'
import { connect } from '../connect.ts'
import { layoutDuration } from '../layout/layout.ts'
import type { RunVerb } from '../verb.ts'

const DETAIL_CHARS = 200

export const next: RunVerb = async ({ environment }) => {
  const found = await connect(environment).call('GET /api/next')
  return { json: found, text: describe(found, Date.now()) }
}

function describe({ items, leftOff }: Attention, nowMs: number): string {
  if (items.length === 0) return "you're all caught up"
  const more = leftOff === 0 ? [] : [`and ${leftOff} more`]
  return [...items.map((item) => describeItem(item, nowMs)), ...more].join('\n\n')
}

function describeItem({ urgency, title, detail, since, command }: AttentionItem, nowMs: number): string {
  const paint = urgency === 'high' ? colors.red : urgency === 'normal' ? colors.yellow : String
  const ago = since === null ? '' : `, ${layoutDuration(Math.max(0, (nowMs - Date.parse(since)) / 1000))} ago`
  const [line = ''] = detail.split('\n')
  const short = line.length > DETAIL_CHARS ? `${line.slice(0, DETAIL_CHARS)}…` : line
  return [
    `${paint(printable(title))}${ago}`,
    `  ${printable(short)}`,
    `  ${colors.bold(printable(command))}`,
  ].join('\n')
}

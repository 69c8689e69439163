// A moment as people say it: how long ago, or when.
import { CmuxError } from '../protocol/cmux-error.ts'
import { timestampFromMs, type Timestamp } from '../protocol/timestamp.ts'

const UNIT_MS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

export function parseSince(text: string, nowMs: number): Timestamp {
  const [, count, unit = ''] = /^(\d{1,6})\s*([a-z]+)$/.exec(text) ?? []
  const unitMs = UNIT_MS[unit]
  const ms = count !== undefined && unitMs !== undefined ? nowMs - Number(count) * unitMs : Date.parse(text)
  if (!Number.isNaN(ms)) return timestampFromMs(ms)
  throw new CmuxError(
    'USAGE',
    `--since takes 30min, 1h, 2d or a moment such as 2026-01-31T12:00:00Z, not ${text}`,
  )
}

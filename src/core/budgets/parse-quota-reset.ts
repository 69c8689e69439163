// When a quota is renewed, as far as a program says so in a way that leaves no doubt: a time of day without a zone does. Pure.

/** The words of a span, each also with an `s`. Any other word, such as `months`, is none that we know. */
const UNIT_MS: Readonly<Record<string, number>> = {
  ms: 1,
  millisecond: 1,
  s: 1000,
  sec: 1000,
  second: 1000,
  m: 60_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hr: 3_600_000,
  hour: 3_600_000,
  d: 86_400_000,
  day: 86_400_000,
}
const PART = String.raw`(\d+(?:\.\d+)?)\s*(${Object.keys(UNIT_MS).join('|')})s?(?![a-z])`
const SPAN = new RegExp(String.raw`\bin ((?:${PART}[\s,]*(?:and\s+)?)+)`, 'i')
const DAYS_MAX_MS = 8 * 86_400_000

/** Undefined when it does not say, or says something that can't be. */
export function parseQuotaReset(says: string, nowMs: number): number | undefined {
  const found = readEpoch(says) ?? readMoment(says) ?? readSpan(says, nowMs)
  return found !== undefined && found > nowMs && found <= nowMs + DAYS_MAX_MS ? found : undefined
}

/** `usage limit reached|1760000000`. */
function readEpoch(says: string): number | undefined {
  const [, seconds] = /\|(\d{10})\b/.exec(says) ?? []
  return seconds === undefined ? undefined : Number(seconds) * 1000
}

function readMoment(says: string): number | undefined {
  const [moment] = /\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)/.exec(says) ?? []
  return moment === undefined ? undefined : Date.parse(moment)
}

/** `try again in 2 hours 5 minutes`, `resets in 20s`. */
function readSpan(says: string, nowMs: number): number | undefined {
  const [, span] = SPAN.exec(says) ?? []
  if (span === undefined) return undefined
  return [...span.matchAll(new RegExp(PART, 'gi'))].reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit?.toLowerCase() ?? ''] ?? 0),
    nowMs,
  )
}

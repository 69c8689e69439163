// Retry-After is a number of seconds or a date; anything else asks for nothing. Pure.
export function parseRetryAfter(text: string | null, nowMs: number): number | undefined {
  if (text === null) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const atMs = Date.parse(text)
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs)
}

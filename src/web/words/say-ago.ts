// How long ago something was, in one short word.

const STEPS: readonly (readonly [limitSec: number, unitSec: number, unit: string])[] = [
  [60, 1, 's'],
  [3600, 60, 'min'],
  [48 * 3600, 3600, 'h'],
  [Infinity, 86_400, 'd'],
]

export function sayAgo(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 5) return 'now'
  const [, unitSec, unit] = STEPS.find(([limitSec]) => seconds < limitSec) ?? [0, 1, 's']
  return `${Math.floor(seconds / unitSec)} ${unit} ago`
}

// The wall clock was set, or the machine slept.
import { sayTook } from './say-took.ts'

export function describeParting(byMs: number): string {
  const how = byMs < 0 ? 'was set back' : 'went ahead'
  return `the clock ${how} by ${sayTook(Math.abs(byMs))}; everything that waits was moved with it`
}

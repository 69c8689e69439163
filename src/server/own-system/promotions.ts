// Asks the watchdog for another release, and remembers for a while that it was asked: a swap takes its time, and asking again in
// the middle of one is declined. With a swap the memory ends; so does the need for it.
import type { Clock } from '../../core/clock.ts'
import type { Superior } from '../lead/superior.ts'

export interface Promotions {
  /** Once, however often it is called, until it had time enough to come to something. */
  ask(release: string): void
  /** By this server: had it come, another one would be here. */
  wasAsked(release: string): boolean
  /** Something was asked for that may still come. */
  isUnderWay(ledger: { readonly current: string; readonly bad: readonly string[] }): boolean
}

export function makePromotions(
  superior: Pick<Superior, 'ask'>,
  clock: Pick<Clock, 'monotonicMs'>,
  limitMs: number,
): Promotions {
  let asked: { readonly release: string; readonly untilMs: number } | undefined
  return {
    ask(release) {
      if (asked?.release === release && clock.monotonicMs() < asked.untilMs) return
      asked = { release, untilMs: clock.monotonicMs() + limitMs }
      superior.ask('promote', release)
    },
    wasAsked: (release) => asked?.release === release,
    isUnderWay: ({ current, bad }) =>
      asked !== undefined &&
      clock.monotonicMs() < asked.untilMs &&
      current !== asked.release &&
      !bad.includes(asked.release),
  }
}

// The one term of a server: it leads once and hands over once, however often, in whatever order and how close together it is told.
// So nothing that runs while a server leads can run twice in one process, and nothing of it runs after the end.
import type { Work } from './start-work.ts'

export interface Term {
  /** Resolves when we lead: true, or false when the term is over, since then it is too late. */
  lead(): Promise<boolean>
  /** Ends the work in favour of the next server and gives the lead away: true, or false when we stop anyway. */
  handOver(): Promise<boolean>
  /** Whether we were told to hand over, done or not. */
  isHandedOver(): boolean
  /** Ends the work, if there is any. */
  stop(reason: string): Promise<void>
}

export interface TermParts {
  /** Takes the lead and starts the work. */
  readonly begin: () => Promise<Work>
  readonly giveAway: () => Promise<void>
}

export function makeTerm({ begin, giveAway }: TermParts): Term {
  let work: Work | undefined
  let begun: Promise<void> | undefined
  let ended: Promise<void> | undefined
  let handsOver = false
  const isOver = () => ended !== undefined

  const start = async () => {
    work = await begin()
  }
  const hand = async () => {
    handsOver = true
    // What is being started has to be there before it can be ended.
    await begun
    await work?.hand()
    await giveAway()
  }
  return {
    async lead() {
      if (isOver()) return false
      await (begun ??= start())
      return !isOver()
    },
    async handOver() {
      await (ended ??= hand())
      return handsOver
    },
    isHandedOver: () => handsOver,
    stop: (reason) => (ended ??= work?.stop(reason) ?? Promise.resolve()),
  }
}

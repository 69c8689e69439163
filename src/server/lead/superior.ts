// Who is above us at the moment: the watchdog that started us, or, after its death, the one that we started.
import type { Guardian } from '../../adapters/process/guardian.ts'
import type { Clock } from '../../core/clock.ts'

export interface Superior {
  say(word: string): void
  /** A person's wish, handed up. */
  ask(what: 'restart' | 'rollback' | 'promote', release?: string): void
  /** Listens to this one from now on, and to no other. */
  follow(guardian: Guardian, hear: (word: string) => void, onGone: () => void): void
  /** What the watchdog says that troubles it. */
  trouble(): string | undefined
  /** Ends it when it has been silent for too long: a stopped watchdog keeps its pipes open. */
  endIfSilent(maxMs: number): void
}

export function makeSuperior(clock: Clock): Superior {
  let current: Guardian | undefined
  let heardMs = 0
  let lookedMs = 0
  let trouble: string | undefined
  return {
    say: (word) => current?.say({ word }),
    ask: (what, release) => current?.say({ word: 'asked', what, ...(release !== undefined && { release }) }),
    follow(guardian, hear, onGone) {
      current = guardian
      heardMs = clock.monotonicMs()
      guardian.onMessage((message) => {
        heardMs = clock.monotonicMs()
        const word = textOf(message, 'word')
        if (word === 'beat') trouble = textOf(message, 'trouble') || undefined
        hear(word)
      })
      guardian.onGone(() => {
        if (current === guardian) onGone()
      })
    },
    trouble: () => trouble,
    endIfSilent(maxMs) {
      const nowMs = clock.monotonicMs()
      // If we ourselves have not run for so long, what was said meanwhile is still to be read.
      if (nowMs - lookedMs > maxMs / 2) heardMs = nowMs
      lookedMs = nowMs
      if (current && nowMs - heardMs > maxMs) current.end()
    },
  }
}

function textOf(message: unknown, key: 'word' | 'trouble'): string {
  if (typeof message !== 'object' || message === null || !(key in message)) return ''
  const value = (message as Partial<Record<typeof key, unknown>>)[key]
  return typeof value === 'string' ? value : ''
}

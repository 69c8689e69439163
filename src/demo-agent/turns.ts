// Prompts wait here for their turn; one is worked on at a time. An interrupt ends that one, and the next begins.

export interface Turns {
  /** False when too many wait already. */
  add(prompt: string): boolean
  interrupt(): void
  state(): { readonly working: boolean; readonly waiting: number }
}

const WAITING_MAX = 100

export interface TurnsDeps {
  handle(prompt: string, signal: AbortSignal): Promise<void>
  changed(): void
  rested(): void
}

export function makeTurns({ handle, changed, rested }: TurnsDeps): Turns {
  const waiting: string[] = []
  let current: AbortController | undefined

  const workOff = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      current = new AbortController()
      changed()
      await handle(next, current.signal)
    }
    current = undefined
    changed()
    rested()
  }

  return {
    add(prompt) {
      if (waiting.length >= WAITING_MAX) return false
      waiting.push(prompt)
      if (!current) void workOff()
      return true
    },
    interrupt: () => current?.abort(),
    state: () => ({ working: current !== undefined, waiting: waiting.length }),
  }
}

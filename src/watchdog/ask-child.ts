// Asks a child how it is, and looks what it waits for before a late answer counts.
import type { Effect } from './mind/effect.ts'
import type { Family } from './family.ts'
import type { Happening } from './mind/happening.ts'
import { probe, type ProbeResult } from './probe.ts'
import { makeWaitWatch } from './wait-watch.ts'

type Via = Extract<Effect, { do: 'probe' }>['via']

export interface AskDeps {
  readonly family: Family
  readonly happen: (happening: Happening) => void
  readonly address: { readonly host: string; readonly port: number }
  /** Of an answer. */
  readonly limitMs: () => number
  readonly monotonicMs: () => number
  /** The watchdog's own time. */
  readonly nowMs: () => number
}

export interface AskChild {
  ask(child: number, via: Via): Promise<void>
  lookAt(child: number): void
}

export function makeAskChild(deps: AskDeps): AskChild {
  const { family, happen } = deps
  const waits = makeWaitWatch(deps.monotonicMs, deps.nowMs)
  const lookAt = (child: number) => {
    const wait = waits.look(child, family.pidOf(child))
    if (wait) happen({ kind: 'waited', ...wait, hasTurned: family.silenceMs(child) < wait.spanMs })
  }
  return {
    lookAt,
    async ask(child, via) {
      const result = await observe(deps, child, via)
      if (result === 'well') {
        happen({ kind: 'answered', child, well: true })
        return
      }
      lookAt(child)
      if (result === 'missed') happen({ kind: 'missed', child })
      else happen({ kind: 'answered', child, well: false, why: result.sick })
    },
  }
}

async function observe(
  { family, address, nowMs, ...deps }: AskDeps,
  child: number,
  via: Via,
): Promise<ProbeResult> {
  const ms = deps.limitMs()
  // An event loop that has not turned for that long would not answer either: it is a miss at once.
  if (via !== 'door' && family.silenceMs(child) > ms) return 'missed'
  if (via === 'beat') return 'well'
  const target = via === 'port' ? address : { socketPath: family.doorOf(child) }
  return probe(target, `${address.host}:${address.port}`, { ms, nowMs })
}

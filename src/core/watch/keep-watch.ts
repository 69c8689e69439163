// Looks at all logs now and then while we lead, and at our own as soon as something is written there.
import { timestampFromMs } from '../../protocol/timestamp.ts'
import { checkSource, type WatchDeps, type WatchMemory } from './check-source.ts'
import type { LogSource } from './log-files.ts'
import { OWN_SOURCE } from './list-sources.ts'

/** What is written in one go is looked at in one go. */
const SOON_MS = 200
/** Alerts that somebody has seen are kept as long as anybody may ask for them. */
const KEEP_SEEN_MS = 30 * 86_400_000

export interface WatchKeeperDeps extends WatchDeps {
  readonly everySec: number
  readonly listSources: () => Promise<Sources>
  readonly onError: (error: unknown, doing: string) => void
}

interface Sources {
  readonly sources: readonly LogSource[]
  /** Nothing is left out because it could not be read: who is not among them is not watched any more. */
  readonly isWhole: boolean
}

export interface WatchKeeper {
  /** Something was written to our own logs. */
  wake(): void
  stop(): Promise<void>
}

export function keepWatch(deps: WatchKeeperDeps): WatchKeeper {
  const { clock, onError } = deps
  const memories = new Map<string, WatchMemory>()
  let sources: readonly LogSource[] = []
  let isStopped = false
  let cancelRound: (() => void) | undefined
  let cancelSoon: (() => void) | undefined
  let last: Promise<void> = Promise.resolve()

  const check = async (source: LogSource) => {
    const memory = memories.get(source.key) ?? { record: undefined, keptMs: clock.monotonicMs() }
    memories.set(source.key, memory)
    try {
      if (!isStopped) await checkSource(deps, source, memory)
    } catch (error) {
      // What is kept is what counts.
      memories.delete(source.key)
      onError(error, `looking at the logs of ${source.project ?? source.key}`)
    }
  }
  const inTurn = (work: () => Promise<void>) => {
    last = last.then(work).catch((error: unknown) => onError(error, 'looking at logs'))
  }
  const round = async () => {
    if (isStopped) return
    const found = await deps.listSources()
    sources = found.sources
    for (const source of sources) await check(source)
    if (found.isWhole) await tidy(deps, sources)
  }
  const tick = () => {
    inTurn(round)
    if (!isStopped) cancelRound = clock.after(deps.everySec * 1000, tick)
  }
  tick()
  return {
    wake() {
      cancelSoon ??= clock.after(SOON_MS, () => {
        cancelSoon = undefined
        const own = sources.find(({ key }) => key === OWN_SOURCE)
        if (own) inTurn(() => check(own))
      })
    },
    async stop() {
      isStopped = true
      cancelRound?.()
      cancelSoon?.()
      await last
    },
  }
}

/** Logs that nobody asks for any more begin anew should somebody ask again. */
async function tidy({ store, clock }: WatchKeeperDeps, sources: readonly LogSource[]): Promise<void> {
  const known = await store.read.watch.sources()
  const stale = known.filter((name) => !sources.some(({ key }) => key === name))
  const before = timestampFromMs(clock.nowMs() - KEEP_SEEN_MS)
  const [oldest] = await store.read.alerts.seenBefore(before)
  if (stale.length === 0 && !oldest) return
  await store.write(async ({ watch, alerts }) => {
    for (const name of stale) await watch.remove(name)
    await alerts.forget(before)
  })
}

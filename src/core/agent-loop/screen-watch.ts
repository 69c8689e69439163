// Which screens are worth a look, and what they showed last. A pane that prints nothing is never looked at again: its
// screen can't have changed. One that prints is looked at when it pauses, and now and then while it does not.
import type { Clock } from '../clock.ts'
import type { PaneId, Terminals } from '../terminals/terminals.ts'
import type { ScreenSight } from '../agents/judge-agent.ts'
import type { ScreenReading } from '../agents/runtime.ts'

const PAUSE_MS = 250
const WHILE_PRINTING_MS = 3000

export interface ScreenWatch extends Disposable {
  sightOf(pane: PaneId): ScreenSight | null
  lastOutputMs(pane: PaneId): number | null
  /** The wall clock went ahead of the monotonic one by so much. */
  replan(partedMs: number): void
  /** Takes a look where one is due; panes that are not named are forgotten. */
  look(panes: ReadonlyMap<PaneId, ScreenReader>): Promise<void>
}

interface ScreenReader {
  readonly read: (lines: readonly string[]) => ScreenReading
  readonly readTokens?: ((lines: readonly string[]) => number | null) | undefined
  /** Nothing on its screen is of interest before it pauses. */
  readonly onlyPauses: boolean
}

interface Seen {
  sight: ScreenSight | null
  lookedMs: number
  outputMs: number | null
  isStale: boolean
}

/** `wake` is called when a look may be due. */
export function makeScreenWatch(terminals: Terminals, clock: Clock, wake: () => void): ScreenWatch {
  const seen = new Map<PaneId, Seen>()
  let cancelWake: (() => void) | undefined
  let printedMs = 0
  const entry = (pane: PaneId): Seen => {
    const known = seen.get(pane)
    if (known) return known
    const fresh = { sight: null, lookedMs: Number.NEGATIVE_INFINITY, outputMs: null, isStale: true }
    seen.set(pane, fresh)
    return fresh
  }
  /** One timer, however much is printed: when it rings too early it is set anew. */
  const wakeLater = (ms = PAUSE_MS) => {
    cancelWake ??= clock.after(ms, () => {
      cancelWake = undefined
      const restMs = PAUSE_MS - (clock.monotonicMs() - printedMs)
      if (restMs > 0) wakeLater(restMs)
      else wake()
    })
  }
  const watching = terminals.watch((news) => {
    if (news.kind === 'output' || news.kind === 'skipped') {
      const pane = entry(news.pane)
      pane.outputMs = clock.nowMs()
      pane.isStale = true
      printedMs = clock.monotonicMs()
      wakeLater()
    } else wake()
  })
  const isDue = ({ isStale, outputMs, lookedMs }: Seen, onlyPauses: boolean, nowMs: number) =>
    isStale && (nowMs - (outputMs ?? 0) >= PAUSE_MS || (!onlyPauses && nowMs - lookedMs >= WHILE_PRINTING_MS))

  return {
    sightOf: (pane) => seen.get(pane)?.sight ?? null,
    lastOutputMs: (pane) => seen.get(pane)?.outputMs ?? null,
    replan(partedMs) {
      for (const state of seen.values()) {
        state.lookedMs += partedMs
        if (state.outputMs !== null) state.outputMs += partedMs
        if (state.sight) state.sight = { ...state.sight, atMs: state.sight.atMs + partedMs }
      }
    },
    async look(panes) {
      for (const pane of seen.keys()) if (!panes.has(pane)) seen.delete(pane)
      const nowMs = clock.nowMs()
      const due = [...panes].filter(([pane, { onlyPauses }]) => isDue(entry(pane), onlyPauses, nowMs))
      await Promise.all(
        due.map(async ([pane, reader]) => {
          const state = entry(pane)
          // What is printed while we look is looked at next time.
          state.isStale = false
          state.lookedMs = clock.nowMs()
          const screen = await terminals.capture(pane).catch(() => undefined)
          if (screen) state.sight = { ...sightOf(reader, screen.lines), atMs: clock.nowMs() }
          else state.isStale = true
        }),
      )
    },
    [Symbol.dispose]() {
      watching[Symbol.dispose]()
      cancelWake?.()
    },
  }
}

const UNKNOWN_MAX_CHARS = 600

function sightOf({ read, readTokens }: ScreenReader, lines: readonly string[]): Omit<ScreenSight, 'atMs'> {
  const reading = read(lines)
  const tokens = readTokens?.(lines) ?? null
  if (reading.kind !== 'unclear') return { reading, ...(tokens !== null && { tokens }) }
  const words = lines.map((line) => line.trim()).filter((line) => /\p{L}{2}/u.test(line))
  return { reading, text: words.join(' ').slice(0, UNKNOWN_MAX_CHARS) }
}

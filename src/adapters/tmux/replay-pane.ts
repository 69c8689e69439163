// A replay, with the place in the stream of output at which it was taken.
import type { PaneId, Replay } from '../../core/terminals/terminals.ts'
import { captureCommands, readLook } from './capture-commands.ts'
import type { CommandQueue } from './command-queue.ts'
import { composeReplay } from './compose-replay.ts'
import type { NewsDesk } from './news-desk.ts'

const SCROLLBACK_MAX_LINES = 10_000

export const boundScrollback = (lines: number) =>
  Math.max(0, Math.min(Math.trunc(lines), SCROLLBACK_MAX_LINES))
/** A pane that prints without pause is never seen still; then the last look has to do. */
const STILL_TRIES = 5

/** Panes that print at once can overtake each other's answers: only silence proves on which side of it output belongs. */
export async function replayPane(
  run: CommandQueue['run'],
  desk: Pick<NewsDesk, 'order'>,
  pane: PaneId,
  scrollbackLines: number,
): Promise<Replay> {
  const scrollback = boundScrollback(scrollbackLines)
  for (let tries = 1; ; tries += 1) {
    const askedAt = desk.order()
    const { facts, rows, order } = readLook(await run(captureCommands(pane, scrollback, true)))
    if (desk.order(pane) > askedAt && tries < STILL_TRIES) continue
    const size = { cols: facts.pane_width, rows: facts.pane_height }
    return { bytes: Buffer.from(composeReplay(facts, rows)), size, order }
  }
}

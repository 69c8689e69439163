// Gives a pane another size, and says whether it had another one before.
import type { PaneId, Size } from '../../core/terminals/terminals.ts'
import type { CommandQueue } from './command-queue.ts'

export async function resizePane(
  run: CommandQueue['run'],
  pane: PaneId,
  { cols, rows }: Size,
): Promise<boolean> {
  const [before] = await run([
    { words: ['display-message', '-p', '-t', pane, '#{pane_width} #{pane_height}'] },
    { words: ['resize-window', '-t', pane, '-x', String(cols), '-y', String(rows)] },
  ])
  return before?.lines[0] !== `${cols} ${rows}`
}

// What came of the pieces of a task, in a few lines. Pure.
import type { SeenTask } from './read-task.ts'

export interface Summary {
  readonly state: 'completed' | 'failed'
  readonly text: string
}

export function summarize(
  title: string,
  pieces: readonly Pick<SeenTask, 'title' | 'state' | 'assignee' | 'result'>[],
): Summary {
  const missed = pieces.filter(({ state }) => state !== 'completed').length
  const first =
    missed === 0 ? `It is done: ${title}` : `${missed} of ${pieces.length} pieces were not done: ${title}`
  const lines = pieces.map(
    (piece, index) =>
      `${index + 1}. ${piece.title} (${piece.assignee ?? 'nobody'}): ${piece.result ?? piece.state}`,
  )
  return { state: missed === 0 ? 'completed' : 'failed', text: [first, ...lines].join('\n') }
}

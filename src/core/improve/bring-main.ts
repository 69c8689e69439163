// Brings the main branch to where a change or its undoing wants it, also when a server was killed while it did so.
import type { RunDeps } from './run-deps.ts'
import type { Move, MoveOutcome } from './main-branch.ts'

export async function bringMain(
  { main, ground }: { readonly main: RunDeps['main']; readonly ground: Pick<RunDeps['ground'], 'main'> },
  move: Move,
): Promise<MoveOutcome> {
  // Where it is comes first: a git of the killed server may move it at any moment, and the files have to follow after that.
  if ((await ground.main(move.project)) !== move.to) return main.move(move)
  return { kind: 'moved', left: await main.finish(move) }
}

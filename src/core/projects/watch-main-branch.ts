// A main branch whose moves are known to be those of changes.
import type { MainBranch } from '../improve/main-branch.ts'
import type { MainWatch } from './main-watch.ts'

export function watchMainBranch(main: MainBranch, mains: Pick<MainWatch, 'moveByChange'>): MainBranch {
  return {
    ...main,
    move: (move) => mains.moveByChange(move.project, { from: move.from, to: move.to }, () => main.move(move)),
  }
}

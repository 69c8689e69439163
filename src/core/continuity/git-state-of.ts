// How git stands in a workspace, from the comparison with its main branch. Pure.
import type { GitState } from '../../protocol/agents/work-state.ts'
import type { WorkDiff } from '../../protocol/agents/work-diff.ts'

export function gitStateOf(diff: WorkDiff): GitState {
  const { branch, head, main, behind, commits, files, dirty } = diff
  return {
    branch,
    head,
    main,
    behind,
    uncommitted: dirty,
    recent_commits: commits,
    changed: files.map(({ path, status }) => ({ path, status })),
  }
}

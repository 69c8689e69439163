// What git sees and what tools say they wrote, checked against each other: each file once, with who says so. Pure.
import type { GitState, ModifiedFile } from '../../protocol/agents/work-state.ts'

type GitWord = NonNullable<ModifiedFile['git']>

export function checkFiles(
  touched: ReadonlyMap<string, readonly string[]>,
  git: Pick<GitState, 'changed' | 'uncommitted'> | null,
): ModifiedFile[] {
  const changed = new Map(git?.changed.map(({ path, status }) => [path, status as GitWord]))
  const uncommitted = new Set(git?.uncommitted)
  const paths = [...new Set([...changed.keys(), ...uncommitted, ...touched.keys()])].toSorted()
  return paths.map((path) => {
    // A file that is as on the main branch again, but not committed so, is a change all the same.
    const seen = changed.get(path) ?? (uncommitted.has(path) ? 'modified' : 'same')
    return {
      path,
      git: git === null ? null : seen,
      tools: [...(touched.get(path) ?? [])],
      committed: git !== null && changed.has(path) && !uncommitted.has(path),
    }
  })
}

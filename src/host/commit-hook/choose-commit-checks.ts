// Which of a project's checks a pre-commit hook runs: those that say so, else the quick ones by their usual names. Pure.
import type { Check } from '../../protocol/project-file.ts'

/** Builds and tests take too long for every commit. */
const QUICK: ReadonlySet<string> = new Set(['format', 'lint', 'syntax', 'vet'])

export function chooseCommitChecks(checks: readonly Check[]): readonly Check[] {
  const marked = checks.filter(({ onCommit }) => onCommit === true)
  return marked.length > 0
    ? marked
    : checks.filter(({ name, onCommit }) => onCommit !== false && QUICK.has(name))
}

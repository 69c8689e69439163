// Whether a run shows that a fault was found: by a test that ran and did not get what it expects, not by code that no longer runs.
import type { FailedTest, FileRun } from './run-test-file.ts'

export type Verdict =
  | { readonly kind: 'found'; readonly by: FailedTest }
  | { readonly kind: 'not found'; readonly why: string }
  /** Nothing of the file runs on this machine. */
  | { readonly kind: 'not run' }

/** What an edit that breaks the program itself would cause. */
const BROKEN_PROGRAM =
  /^(?:SyntaxError|ReferenceError|TypeError|TransformError|.*\bis not (?:defined|a function)\b)/

export function judgeRun({ passed, skipped, failed, broken }: FileRun): Verdict {
  if (broken !== null) return { kind: 'not found', why: `no test ran: ${broken}` }
  const by = failed.find(({ why }) => !BROKEN_PROGRAM.test(why))
  if (by) return { kind: 'found', by }
  if (passed + failed.length === 0) return { kind: 'not run' }
  const [first] = failed
  if (first) return { kind: 'not found', why: `the program itself is broken: ${first.why}` }
  return { kind: 'not found', why: `${passed} tests passed, ${skipped} were skipped` }
}

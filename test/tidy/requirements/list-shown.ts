// Which tests show which requirement: a test shows the ids that its own title quotes, or the title of a suite around it.
import { listTestCalls, type TestCall } from '../syntax/list-test-calls.ts'
import { quotedIds } from '../syntax/quoted-ids.ts'
import type { SourceFile } from '../syntax/source-file.ts'

/** The kinds of `./cmux test`, in the order of the page. */
export const KINDS = ['unit', 'contract', 'sim', 'e2e', 'browser', 'tidy', 'real', 'soak'] as const

export interface Shown {
  readonly id: string
  readonly kind: (typeof KINDS)[number]
  /** Relative to the folder of its kind, without its ending. */
  readonly file: string
  /** A table of cases is one title. */
  readonly titles: number
}

export function listShown(files: readonly SourceFile[]): Shown[] {
  return files.flatMap((file) => {
    const { kind, name } = placeOf(file.path)
    if (kind === undefined) return []
    const counts = new Map<string, number>()
    for (const id of idsOf(listTestCalls(file))) counts.set(id, (counts.get(id) ?? 0) + 1)
    return [...counts].map(([id, titles]) => ({ kind, file: name, id, titles }))
  })
}

/** One for each test and id. */
function idsOf(calls: readonly TestCall[]): string[] {
  const suites = calls.filter(({ isSuite }) => isSuite)
  return calls
    .filter(({ isSuite, title }) => !isSuite && title !== undefined)
    .flatMap((test) => {
      const titled = suites.filter((suite) => isInside(test, suite)).concat(test)
      return Array.from(new Set(titled.flatMap(({ title = '' }) => quotedIds(title))))
    })
}

function isInside({ node }: TestCall, suite: TestCall): boolean {
  return suite.node.start <= node.start && node.end <= suite.node.end
}

// Suites that several test files share stand beside them under another name, so every file of a kind is read.
function placeOf(path: string): { readonly kind: Shown['kind'] | undefined; readonly name: string } {
  const isUnit = /^(?:src|scripts)\/.*\.test\.tsx?$/.test(path)
  const kind = isUnit ? 'unit' : KINDS.find((known) => path.startsWith(`test/${known}/`))
  return { kind, name: path.replace(/^(?:src|test\/\w+)\//, '').replace(/(?:\.test)?\.tsx?$/, '') }
}

// Limits in lines. The watchdog's is lower: the guard has to be smaller than the guarded.
import { isTest } from '../places/is-test.ts'
import type { Rule } from '../rule.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const FILE_MAX_LINES = 400
const WATCHDOG_FILE_MAX_LINES = 300
// A test is a table of cases more often than logic, and a table is read one row at a time.
const TEST_FILE_MAX_LINES = 600
const FUNCTION_MAX_LINES = 70

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

export const sizes: readonly Rule[] = [
  {
    name: 'file-size',
    style: 7,
    where: 'code',
    forbids: `file over ${FILE_MAX_LINES} lines (watchdog ${WATCHDOG_FILE_MAX_LINES}, tests ${TEST_FILE_MAX_LINES})`,
    instead: 'one file for each thing that it does',
    appliesTo: (file) => file.isCode || /\.(css|html|sh)$/.test(file.path),
    find: (file) => {
      const max = maxLines(file)
      return file.lineCount > max ? [{ offset: 0, what: `${file.lineCount} lines, at most ${max}` }] : []
    },
  },
  {
    name: 'function-size',
    style: 7,
    where: 'code other than tests',
    forbids: `function over ${FUNCTION_MAX_LINES} lines`,
    instead: 'a happy path that reads as steps, with the steps below it',
    appliesTo: (file) => file.isCode && !isTest(file),
    find: (file) =>
      file.syntax().flatMap(({ node }) => {
        if (!FUNCTIONS.has(node.type)) return []
        const lines = file.lineAt(node.end) - file.lineAt(node.start) + 1
        return lines > FUNCTION_MAX_LINES ? [{ offset: node.start, what: `function of ${lines} lines` }] : []
      }),
  },
]

function maxLines(file: SourceFile): number {
  if (isTest(file)) return TEST_FILE_MAX_LINES
  return file.path.startsWith('src/watchdog/') ? WATCHDOG_FILE_MAX_LINES : FILE_MAX_LINES
}

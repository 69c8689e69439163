// Calls that declare tests: test, it, describe, suite and bench, with any chain (`test.each(rows)(…)`).
import type { ESTree } from 'vite'
import { literalText } from './literal-text.ts'
import type { SourceFile } from './source-file.ts'

export type TestCall = {
  readonly node: ESTree.CallExpression
  /** Holds tests, and is none itself. */
  readonly isSuite: boolean
  /** The words behind the name: `['skip', 'each']` for `test.skip.each`. */
  readonly chain: readonly string[]
  readonly title: string | undefined
}

const SUITE_NAMES = new Set(['describe', 'suite'])
const TEST_NAMES = new Set(['test', 'it', 'bench', ...SUITE_NAMES])

export function listTestCalls(file: SourceFile): TestCall[] {
  return file.syntax().flatMap(({ node }) => {
    if (node.type !== 'CallExpression') return []
    const [name, ...chain] = calledChain(node.callee)
    if (name === undefined || !TEST_NAMES.has(name)) return []
    return [{ node, isSuite: SUITE_NAMES.has(name), chain, title: titleText(node.arguments[0]) }]
  })
}

function calledChain(node: ESTree.Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'CallExpression') return calledChain(node.callee)
  if (node.type === 'TaggedTemplateExpression') return calledChain(node.tag)
  if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return []
  return [...calledChain(node.object), node.property.name]
}

/** A title may have holes: what stands around them is enough to look for an id. */
function titleText(node: ESTree.Node | undefined): string | undefined {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('…')
  return literalText(node)
}

// A dropped error has to say why it may be dropped. `.catch(() => {})` is the same thing in other words.
import type { ESTree } from 'vite'
import type { Rule } from '../rule.ts'
import type { SourceFile } from '../syntax/source-file.ts'

export const emptyCatch: Rule = {
  name: 'empty-catch',
  style: 5,
  where: 'code',
  forbids: 'empty catch',
  instead: 'a handled error, or a comment inside that says why it is safe to drop',
  appliesTo: (file) => file.isCode,
  find: (file) =>
    file.syntax().flatMap(({ node }) => {
      const body = catchBody(node)
      return body !== undefined && isSilent(file, body)
        ? [{ offset: node.start, what: 'nothing in the catch' }]
        : []
    }),
}

function catchBody(node: ESTree.Node): ESTree.Node | undefined {
  if (node.type === 'CatchClause') return node.body
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined
  const { property } = node.callee
  const [handler] = node.arguments
  if (property.type !== 'Identifier' || property.name !== 'catch') return undefined
  const isFunction = handler?.type === 'ArrowFunctionExpression' || handler?.type === 'FunctionExpression'
  return isFunction ? (handler.body ?? undefined) : undefined
}

function isSilent(file: SourceFile, body: ESTree.Node): boolean {
  if (body.type !== 'BlockStatement' || body.body.length > 0) return false
  return !file.comments().some((comment) => comment.start > body.start && comment.end < body.end)
}

import type { Rule } from '../rule.ts'
import type { ESTree } from 'vite'

const MOCKS = new Set(['vi.mock', 'vi.doMock', 'jest.mock', 'jest.doMock', 'mock.module'])

/** A replaced module proves nothing about the real one; a fake passes the contract suite of its port. */
export const moduleMocks: Rule = {
  name: 'module-mocks',
  style: 3,
  where: 'code',
  forbids: 'module mock',
  instead: 'a fake that implements the port, passed as an argument',
  appliesTo: (file) => file.isCode,
  find: (file) =>
    file.syntax().flatMap(({ node }) => {
      const name = memberName(node)
      return MOCKS.has(name) ? [{ offset: node.start, what: name }] : []
    }),
}

function memberName(node: ESTree.Node): string {
  if (node.type !== 'MemberExpression' || node.object.type !== 'Identifier') return ''
  return node.property.type === 'Identifier' ? `${node.object.name}.${node.property.name}` : ''
}

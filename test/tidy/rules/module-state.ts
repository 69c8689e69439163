// State of a module outlives every test and is shared by everything that imports it.
import type { ESTree } from 'vite'
import { isProduct } from '../places/is-product.ts'
import type { Rule } from '../rule.ts'

const COLLECTIONS = new Set(['Map', 'Set', 'WeakMap', 'WeakSet'])

export const moduleState: Rule = {
  name: 'module-state',
  style: 3,
  where: 'src',
  forbids: 'mutable state of a module',
  instead: 'state inside of what `make…` returns',
  appliesTo: isProduct,
  find: (file) =>
    file.syntax().flatMap(({ node, parent }) => {
      if (node.type !== 'VariableDeclaration' || !isTopLevel(parent?.node)) return []
      if (node.declare === true) return []
      if (node.kind === 'let' || node.kind === 'var')
        return [{ offset: node.start, what: `top-level ${node.kind}` }]
      return node.declarations.some(isEmptyCollection)
        ? [{ offset: node.start, what: 'empty collection' }]
        : []
    }),
}

function isTopLevel(parent: ESTree.Node | undefined): boolean {
  return parent?.type === 'Program' || parent?.type === 'ExportNamedDeclaration'
}

/** A collection that starts empty is there to be filled, unless its type says that nobody may. */
function isEmptyCollection({ id, init }: ESTree.VariableDeclarator): boolean {
  if (init?.type !== 'NewExpression' || init.callee.type !== 'Identifier' || init.arguments.length > 0)
    return false
  const type = id.typeAnnotation?.typeAnnotation
  const name =
    type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : ''
  return COLLECTIONS.has(init.callee.name) && !name.startsWith('Readonly')
}

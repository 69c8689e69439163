import type { ESTree } from 'vite'
import type { Rule } from '../rule.ts'

const SINGLETON_FIELD = /^_?(instance|singleton)$/

export const singletons: Rule = {
  name: 'singletons',
  style: 3,
  where: 'code',
  forbids: 'singleton',
  instead: 'a thing that the composition root makes and passes on',
  appliesTo: (file) => file.isCode,
  find: (file) =>
    file
      .syntax()
      .flatMap(({ node }) => (isSingleton(node) ? [{ offset: node.start, what: 'singleton' }] : [])),
}

function isSingleton(node: ESTree.Node): boolean {
  if (node.type === 'Identifier') return node.name === 'getInstance'
  if (node.type !== 'PropertyDefinition' || !node.static) return false
  const { key } = node
  return (key.type === 'Identifier' || key.type === 'PrivateIdentifier') && SINGLETON_FIELD.test(key.name)
}

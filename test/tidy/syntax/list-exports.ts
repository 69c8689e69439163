// The names a module exports, values and types alike.
import type { ESTree } from 'vite'
import type { SourceFile } from './source-file.ts'

export function listExports(file: SourceFile): string[] {
  return file
    .syntax()
    .flatMap(({ node, parent }) => (parent?.node.type === 'Program' ? exportedBy(node) : []))
}

function exportedBy(node: ESTree.Node): string[] {
  if (node.type === 'ExportDefaultDeclaration') return declaredName(node.declaration)
  if (node.type !== 'ExportNamedDeclaration') return []
  const listed = node.specifiers.flatMap(({ exported }) => ('name' in exported ? [exported.name] : []))
  return node.declaration === null ? listed : declaredName(node.declaration)
}

function declaredName(node: ESTree.Node): string[] {
  if (node.type === 'Identifier') return [node.name]
  if (node.type === 'VariableDeclaration') return node.declarations.flatMap(({ id }) => declaredName(id))
  if (!('id' in node) || node.id === null || !('name' in node.id)) return []
  return [node.id.name]
}

// Uses of globals by their dotted path (`Date.now`, `process.env`), however they are written:
// `globalThis.Date.now`, `Date['now']` and `const { now } = Date` are all `Date.now`.
import type { ESTree } from 'vite'
import { isDeclared } from './is-declared.ts'
import type { Syntax } from './list-syntax.ts'
import { literalText } from './literal-text.ts'
import type { SourceFile } from './source-file.ts'

export type GlobalUse = {
  readonly offset: number
  readonly path: string
  readonly syntax: Syntax
}

const LABELLED: ReadonlySet<string> = new Set([
  'MethodDefinition',
  'AccessorProperty',
  'TSAbstractMethodDefinition',
  'TSAbstractPropertyDefinition',
  'TSPropertySignature',
  'TSMethodSignature',
  'TSEnumMember',
  'TSTypeReference',
  'TSTypeParameter',
  'TSNamedTupleMember',
  'TSQualifiedName',
  'ImportSpecifier',
  'ImportDefaultSpecifier',
  'ImportNamespaceSpecifier',
  'LabeledStatement',
])

const GLOBAL_OBJECT = /^(globalThis|global|window|self)\./

/** Looks for the given paths only: scopes are costly to search, and most names of a file are its own. */
export function listGlobals(file: SourceFile, paths: readonly string[]): GlobalUse[] {
  return file.syntax().flatMap((syntax) =>
    writtenPaths(syntax).flatMap((written) => {
      const path = written.replace(GLOBAL_OBJECT, '')
      if (!paths.includes(path) || isDeclared(written.replace(/\..*/, ''), syntax)) return []
      return [{ offset: syntax.node.start, path, syntax }]
    }),
  )
}

function writtenPaths(syntax: Syntax): string[] {
  const { node } = syntax
  if (node.type === 'VariableDeclarator') return unpackedPaths(node)
  if (node.type !== 'MemberExpression' && !isReference(syntax)) return []
  return [dottedPath(node) ?? []].flat()
}

function unpackedPaths({ id, init }: ESTree.VariableDeclarator): string[] {
  const path = init === null ? undefined : dottedPath(init)
  if (path === undefined || id.type !== 'ObjectPattern') return []
  return id.properties.flatMap((property) =>
    property.type === 'Property' && property.key.type === 'Identifier'
      ? [`${path}.${property.key.name}`]
      : [],
  )
}

function dottedPath(node: ESTree.Node): string | undefined {
  if (node.type === 'Identifier') return node.name
  if (node.type !== 'MemberExpression') return undefined
  const before = dottedPath(node.object)
  const name =
    node.property.type === 'Identifier' && !node.computed ? node.property.name : literalText(node.property)
  return before === undefined || name === undefined ? undefined : `${before}.${name}`
}

/** A name that stands for a value, not the label of a property, a type's member or an import. */
function isReference({ node, parent }: Syntax): boolean {
  if (node.type !== 'Identifier' || parent === undefined || LABELLED.has(parent.node.type)) return false
  const holder = parent.node
  if (holder.type === 'MemberExpression') return holder.object === node || holder.computed
  if (holder.type === 'Property' || holder.type === 'PropertyDefinition')
    return holder.value === node || holder.computed
  return holder.type !== 'ExportSpecifier' || holder.local === node
}

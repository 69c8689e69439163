// Every way one module names another: import, export from, import(), import types, require, getBuiltinModule.
import type { ESTree } from 'vite'
import { literalText } from './literal-text.ts'
import { readByType, type ByType } from './read-by-type.ts'
import type { SourceFile } from './source-file.ts'

export type Import = {
  readonly offset: number
  /** Undefined when the name is computed and so can't be judged. */
  readonly specifier: string | undefined
  /** What is taken by name; `*` for the module as a whole. */
  readonly names: readonly string[]
  /** It leaves nothing behind when the program is built. */
  readonly isType: boolean
}

const LOADERS = new Set(['require', 'getBuiltinModule'])

const IMPORTS: ByType<Import | undefined> = {
  ImportDeclaration: (node) => takeNames(node.source, node.specifiers, node.importKind === 'type'),
  ExportNamedDeclaration: (node) =>
    node.source === null ? undefined : takeNames(node.source, node.specifiers, node.exportKind === 'type'),
  ExportAllDeclaration: ({ source, exportKind }) => ({ ...takeAll(source), isType: exportKind === 'type' }),
  ImportExpression: ({ source }) => takeAll(source),
  TSImportType: ({ source }) => ({ ...takeAll(source), isType: true }),
  TSExternalModuleReference: ({ expression }) => takeAll(expression),
  CallExpression: (node) => (LOADERS.has(calledName(node)) ? takeAll(node.arguments[0] ?? node) : undefined),
}

export function listImports(file: SourceFile): Import[] {
  return file.syntax().flatMap(({ node }) => readByType(IMPORTS, node) ?? [])
}

function takeAll(source: ESTree.Node): Import {
  return { offset: source.start, specifier: literalText(source), names: ['*'], isType: false }
}

function takeNames(
  source: ESTree.StringLiteral,
  specifiers: readonly (ESTree.ImportDeclarationSpecifier | ESTree.ExportSpecifier)[],
  isTypeOnly: boolean,
): Import {
  const isType = isTypeOnly || (specifiers.length > 0 && specifiers.every(isTypeSpecifier))
  return { offset: source.start, specifier: source.value, names: specifiers.map(nameOf), isType }
}

function isTypeSpecifier(specifier: ESTree.ImportDeclarationSpecifier | ESTree.ExportSpecifier): boolean {
  if (specifier.type === 'ImportSpecifier') return specifier.importKind === 'type'
  return specifier.type === 'ExportSpecifier' && specifier.exportKind === 'type'
}

function nameOf(specifier: ESTree.ImportDeclarationSpecifier | ESTree.ExportSpecifier): string {
  if (specifier.type === 'ImportSpecifier') return exportedName(specifier.imported)
  return specifier.type === 'ExportSpecifier' ? exportedName(specifier.local) : '*'
}

function exportedName(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function calledName({ callee }: ESTree.CallExpression): string {
  if (callee.type === 'Identifier') return callee.name
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier'
    ? callee.property.name
    : ''
}

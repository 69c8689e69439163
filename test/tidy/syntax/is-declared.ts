// Scope: whether a name is the file's own, such as a parameter called `process`, or the global.
import type { ESTree } from 'vite'
import type { Syntax } from './list-syntax.ts'
import { readByType, type ByType } from './read-by-type.ts'

// Importing the global by its module's name is still the global.
const GLOBALS_AS_MODULES = /^(node:)?(process|timers|crypto|perf_hooks)$/

const SCOPES: ByType<string[]> = {
  Program: ({ body }) => body.flatMap(declaredByStatement),
  BlockStatement: ({ body }) => body.flatMap(declaredByStatement),
  StaticBlock: ({ body }) => body.flatMap(declaredByStatement),
  TSModuleBlock: ({ body }) => body.flatMap(declaredByStatement),
  FunctionDeclaration: ({ params }) => params.flatMap(namesIn),
  FunctionExpression: ({ params }) => params.flatMap(namesIn),
  ArrowFunctionExpression: ({ params }) => params.flatMap(namesIn),
  TSFunctionType: ({ params }) => params.flatMap(namesIn),
  TSDeclareFunction: ({ params }) => params.flatMap(namesIn),
  TSEmptyBodyFunctionExpression: ({ params }) => params.flatMap(namesIn),
  ForStatement: ({ init }) => (init === null ? [] : declaredByStatement(init)),
  ForOfStatement: ({ left }) => declaredByStatement(left),
  ForInStatement: ({ left }) => declaredByStatement(left),
  CatchClause: ({ param }) => namesIn(param),
}

const STATEMENTS: ByType<string[]> = {
  ExportNamedDeclaration: ({ declaration }) => (declaration === null ? [] : declaredByStatement(declaration)),
  ImportDeclaration: ({ source, specifiers }) =>
    GLOBALS_AS_MODULES.test(source.value) ? [] : specifiers.map(({ local }) => local.name),
  VariableDeclaration: ({ declarations }) => declarations.flatMap(({ id }) => namesIn(id)),
  FunctionDeclaration: ({ id }) => namesIn(id),
  ClassDeclaration: ({ id }) => namesIn(id),
}

const PATTERNS: ByType<string[]> = {
  Identifier: ({ name }) => [name],
  ObjectPattern: ({ properties }) => properties.flatMap(namesIn),
  Property: ({ value }) => namesIn(value),
  ArrayPattern: ({ elements }) => elements.flatMap(namesIn),
  AssignmentPattern: ({ left }) => namesIn(left),
  RestElement: ({ argument }) => namesIn(argument),
  TSParameterProperty: ({ parameter }) => namesIn(parameter),
}

export function isDeclared(name: string, use: Syntax): boolean {
  for (let scope = use.parent; scope !== undefined; scope = scope.parent) {
    if (readByType(SCOPES, scope.node)?.includes(name) === true) return true
  }
  return false
}

function declaredByStatement(node: ESTree.Node): string[] {
  return readByType(STATEMENTS, node) ?? []
}

/** The names that a parameter or a pattern binds. */
function namesIn(pattern: ESTree.Node | null): string[] {
  return pattern === null ? [] : (readByType(PATTERNS, pattern) ?? [])
}

// A command as one string is read by a shell, and so is every name and message that was put into it.
import type { ESTree } from 'vite'
import type { Rule, Spot } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const SHELL_CALLS = ['exec', 'execSync']

export const shellStrings: Rule = {
  name: 'shell-strings',
  style: 9,
  where: 'code',
  forbids: 'command as a string for a shell',
  instead: 'execFile or spawn with a list of arguments',
  appliesTo: (file) => file.isCode,
  find: (file) => [...findImports(file), ...findCalls(file)],
}

function findImports(file: SourceFile): Spot[] {
  return listImports(file).flatMap(({ offset, specifier, names }) =>
    /^(node:)?child_process$/.test(specifier ?? '')
      ? names
          .filter((name) => SHELL_CALLS.includes(name))
          .map((name) => ({ offset, what: `imports ${name}` }))
      : [],
  )
}

function findCalls(file: SourceFile): Spot[] {
  const modules = processModules(file)
  return file.syntax().flatMap(({ node }) => {
    if (node.type === 'Property' && isShellOption(node)) return [{ offset: node.start, what: 'shell: true' }]
    if (node.type !== 'CallExpression') return []
    const name = shellCall(node.callee, modules)
    return name === undefined ? [] : [{ offset: node.start, what: `${name}(` }]
  })
}

/** The bare names, `execSync` of anything, `exec` of the module; a RegExp and a database have an `exec` too. */
function shellCall(callee: ESTree.Node, modules: readonly string[]): string | undefined {
  if (callee.type === 'Identifier') return SHELL_CALLS.find((name) => name === callee.name)
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return undefined
  const { name } = callee.property
  if (name === 'execSync') return name
  return name === 'exec' && callee.object.type === 'Identifier' && modules.includes(callee.object.name)
    ? name
    : undefined
}

function processModules(file: SourceFile): string[] {
  return file.syntax().flatMap(({ node, parent }) => {
    if (node.type !== 'ImportNamespaceSpecifier' && node.type !== 'ImportDefaultSpecifier') return []
    const source = parent?.node.type === 'ImportDeclaration' ? parent.node.source.value : ''
    return /^(node:)?child_process$/.test(source) ? [node.local.name] : []
  })
}

function isShellOption({ key, value }: { readonly key: ESTree.Node; readonly value: ESTree.Node }): boolean {
  return key.type === 'Identifier' && key.name === 'shell' && value.type === 'Literal' && value.value === true
}

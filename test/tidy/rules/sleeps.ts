// A sleep is too short on a busy machine and too long on an idle one. A timer that rejects is a limit.
import type { ESTree } from 'vite'
import { isTest } from '../places/is-test.ts'
import type { Rule, Spot } from '../rule.ts'
import { listImports } from '../syntax/list-imports.ts'
import { listSyntax } from '../syntax/list-syntax.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const SLEEPING_IMPORTS = new Set(['setTimeout', 'scheduler', '*'])

export const sleeps: Rule = {
  name: 'sleeps',
  style: 12,
  where: 'tests',
  forbids: 'sleep',
  instead: '`vi.waitFor` or `expect.poll` on the fact, or a fake clock',
  appliesTo: (file) => file.isCode && isTest(file),
  find: (file) => [...findSleepImports(file), ...findSleepCalls(file)],
}

function findSleepImports(file: SourceFile): Spot[] {
  return listImports(file).flatMap(({ offset, specifier, names }) =>
    /^(node:)?timers\/promises$/.test(specifier ?? '') && names.some((name) => SLEEPING_IMPORTS.has(name))
      ? [{ offset, what: 'timers/promises' }]
      : [],
  )
}

function findSleepCalls(file: SourceFile): Spot[] {
  return file.syntax().flatMap(({ node }) => {
    const isSleep = (node.type === 'NewExpression' && resolvesByTimer(node)) || isPromisifiedTimer(node)
    return isSleep ? [{ offset: node.start, what: 'a promise of nothing but time' }] : []
  })
}

/** `new Promise((resolve) => setTimeout(resolve, …))`, also with the resolve wrapped in a function. */
function resolvesByTimer({ callee, arguments: [executor] }: ESTree.NewExpression): boolean {
  if (!isNamed(callee, 'Promise') || executor === undefined || !('params' in executor)) return false
  const [resolve] = executor.params
  if (resolve?.type !== 'Identifier') return false
  return listSyntax(executor).some(
    ({ node }) =>
      node.type === 'CallExpression' &&
      isNamed(node.callee, 'setTimeout') &&
      node.arguments[0] !== undefined &&
      listSyntax(node.arguments[0]).some((part) => isNamed(part.node, resolve.name)),
  )
}

function isPromisifiedTimer(node: ESTree.Node): boolean {
  return (
    node.type === 'CallExpression' &&
    isNamed(node.callee, 'promisify') &&
    node.arguments.some((argument) => isNamed(argument, 'setTimeout'))
  )
}

function isNamed(node: ESTree.Node, name: string): boolean {
  return node.type === 'Identifier' && node.name === name
}

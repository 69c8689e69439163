// A test that is left out looks like one that passes. `skipIf` and `runIf` name their condition and may stay, in a file that says why.
import type { ESTree } from 'vite'
import { isTest } from '../places/is-test.ts'
import type { Rule, Spot } from '../rule.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { listTestCalls } from '../syntax/list-test-calls.ts'

const LEFT_OUT = new Set(['skip', 'only', 'todo'])

export const unfinishedTests: Rule = {
  name: 'unfinished-tests',
  style: 12,
  where: 'tests',
  forbids: 'test that is skipped, singled out or still to do',
  instead:
    'a test that runs, or `skipIf` and `runIf` with the condition and a line `NOT RUN: what, since why`',
  appliesTo: (file) => file.isCode && isTest(file),
  find: (file) => [...findCalls(file), ...findOptions(file), ...findSilent(file)],
}

const CONDITIONS = new Set(['skipIf', 'runIf'])

/** The last lines of a run repeat what the file says. */
function findSilent(file: SourceFile): Spot[] {
  if (file.text.includes('NOT RUN: ')) return []
  return file.syntax().flatMap(({ node }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return []
    return CONDITIONS.has(node.property.name)
      ? [{ offset: node.property.start, what: `.${node.property.name} without a reason` }]
      : []
  })
}

function findCalls(file: SourceFile): Spot[] {
  return file.syntax().flatMap(({ node, parent }) => {
    if (node.type !== 'MemberExpression' || node.property.type !== 'Identifier') return []
    // `test.skip(…)`, `test.skip.each(…)`, `context.skip(…)`; a property that is only read is no test.
    if (parent?.node.type !== 'CallExpression' && parent?.node.type !== 'MemberExpression') return []
    const isCalled = parent.node.type === 'MemberExpression' || parent.node.callee === node
    return isCalled && LEFT_OUT.has(node.property.name)
      ? [{ offset: node.property.start, what: `.${node.property.name}` }]
      : []
  })
}

function findOptions(file: SourceFile): Spot[] {
  return listTestCalls(file).flatMap(({ node }) => node.arguments.flatMap(leavingOut))
}

function leavingOut(options: ESTree.Node): Spot[] {
  if (options.type !== 'ObjectExpression') return []
  return options.properties.flatMap((property) => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const isOff = property.value.type === 'Literal' && property.value.value === false
    return LEFT_OUT.has(property.key.name) && !isOff
      ? [{ offset: property.start, what: `{ ${property.key.name} }` }]
      : []
  })
}

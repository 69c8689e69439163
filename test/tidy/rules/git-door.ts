// Git is started by one file of the server, by one that talks to remotes, and by one of the command line. Everybody else calls these,
// and so gets their protection.
import type { ESTree } from 'vite'
import { isTest } from '../places/is-test.ts'
import { isUnder } from '../places/is-under.ts'
import type { Rule } from '../rule.ts'

const DOORS = [
  'src/adapters/git/git.ts',
  'src/adapters/git/git-sandboxes.ts',
  'src/adapters/git/git-remotes.ts',
  'src/host/build/run-git.ts',
]
/** It is a program like any agent's, inside of an agent's sandbox. */
const AGENTS = ['src/demo-agent/']
/** Words of commands are taken apart there, and nothing can be started. */
const PURE = ['src/core/', 'src/protocol/', 'src/lib/', 'src/web/']

export const gitDoor: Rule = {
  name: 'git-door',
  style: 9,
  where: `src and scripts outside of ${[...DOORS, ...AGENTS].join(', ')}`,
  forbids: 'start of git',
  instead: 'git.ts of adapters/git, or runGit of host',
  appliesTo: (file) =>
    file.isCode &&
    isUnder(file, ['src/', 'scripts/']) &&
    !isTest(file) &&
    !isUnder(file, [...DOORS, ...AGENTS, ...PURE]),
  find: (file) =>
    file
      .syntax()
      .flatMap(({ node }) =>
        node.type === 'CallExpression' && !comparesText(node.callee) && startsGit(node.arguments[0])
          ? [{ offset: node.start, what: 'starts git' }]
          : [],
      ),
}

/** `name.startsWith('git')` starts nothing. */
function comparesText(callee: ESTree.Node): boolean {
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return false
  return /^(?:startsWith|endsWith|includes|has|get)$/.test(callee.property.name)
}

/** As a word, a path, or the first of a list. */
function startsGit(word: ESTree.Node | null | undefined): boolean {
  if (word?.type === 'ArrayExpression') return startsGit(word.elements[0])
  return word?.type === 'Literal' && typeof word.value === 'string' && /^(?:.*\/)?git$/.test(word.value)
}

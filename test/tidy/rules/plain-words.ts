// What users read follows the glossary: pages, help, errors, hints, notifications and the prompts of roles.
import type { ESTree } from 'vite'
import { AVOIDED_WORDS } from '../places/avoided-words.ts'
import { isTest } from '../places/is-test.ts'
import type { Rule, Spot } from '../rule.ts'
import type { Syntax } from '../syntax/list-syntax.ts'
import type { SourceFile } from '../syntax/source-file.ts'

const READ_BY_USERS = [
  /^src\/web\/.*\.tsx?$/,
  /^src\/cli\/.*\.ts$/,
  /^src\/protocol\/(?:[\w-]+\/)?(error-catalogue|proof-kinds|describe-[\w-]+)\.ts$/,
  /^src\/core\/attention\/.*\.ts$/,
  /^src\/core\/notices\/notice-of-event\.ts$/,
  /^src\/core\/journal\/entry-of-event\.ts$/,
  /^src\/core\/improve\/(tell|review)\/.*\.ts$/,
  /^src\/roles\/.*\.md$/,
]

/** Commands, tools and settings keep their names: `cmux notices list`, ${…}, `agents.confine.mode`. */
const NAMES = /`[^`]*`|\bcmux [a-z]+( [a-z-]+)?|[\w]+(\.[\w]+)+|\/[\w/:-]+|--?[\w-]+/g

export const plainWords: Rule = {
  name: 'plain-words',
  style: 14,
  where: 'text that users read',
  forbids: 'word that the glossary avoids',
  instead: 'the word of test/tidy/places/avoided-words.ts',
  appliesTo: (file) => !isTest(file) && READ_BY_USERS.some((pattern) => pattern.test(file.path)),
  find: (file) => (file.isCode ? findInCode(file) : findIn(file.text, 0)),
}

function findInCode(file: SourceFile): Spot[] {
  return file.syntax().flatMap((syntax) => {
    const text = textOf(syntax)
    // One word in small letters is a name: a key, a state, a path.
    return text === undefined || /^[\w./:-]*$/.test(text) ? [] : findIn(text, syntax.node.start)
  })
}

function findIn(text: string, offset: number): Spot[] {
  const words = text.replaceAll(NAMES, '')
  return AVOIDED_WORDS.flatMap(({ word, instead }) => {
    const found = word.exec(words)
    return found === null ? [] : [{ offset, what: `“${found[0]}” (instead: ${instead})` }]
  })
}

function textOf({ node, parent }: Syntax): string | undefined {
  if (node.type === 'JSXText') return node.value
  if (node.type === 'TemplateElement') return node.value.raw
  if (node.type !== 'Literal' || typeof node.value !== 'string') return undefined
  return isRead(parent?.node) ? node.value : undefined
}

/** What is imported, how an element looks, and the name of a verb are names. */
function isRead(parent: ESTree.Node | undefined): boolean {
  if (parent?.type === 'ImportDeclaration' || parent?.type === 'ImportExpression') return false
  if (parent?.type === 'Property' && parent.key.type === 'Identifier' && parent.key.name === 'name')
    return false
  return (
    parent?.type !== 'JSXAttribute' ||
    parent.name.type !== 'JSXIdentifier' ||
    parent.name.name !== 'className'
  )
}

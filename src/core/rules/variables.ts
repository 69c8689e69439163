// Variables of one script whose values are known: set once, to plain text, by something that surely ran before. All others
// can be anything.
import type { Folders } from './folders.ts'
import type { Draft, KnownWord } from './known-word.ts'
import type { ShellNode, ShellWord } from './shell-node.ts'

export interface Variables {
  assign(name: string, words: readonly KnownWord[] | null): void
  /** It holds one of these until `forget`. */
  loopOver(name: string, words: readonly KnownWord[]): void
  forget(name: string): void
  valuesOf(name: string, folders: Folders): readonly Draft[] | undefined
  /** It holds the number of a process that this script has started. */
  isChild(name: string): boolean
  define(functionName: string): void
  isDefined(functionName: string): boolean
}

const LOOP_MAX = 32

export function makeVariables(root: ShellNode, home: string): Variables {
  const counts = countSets(root)
  const known = new Map<string, readonly Draft[]>()
  const children = new Set<string>()
  const functions = new Set<string>()
  const isSetOnce = (name: string) => counts.get(name) === 1 && !counts.has(ANYTHING)
  return {
    assign(name, words) {
      const [word, ...more] = words ?? []
      if (isSetOnce(name) && word && isLastChild(word)) children.add(name)
      if (isSetOnce(name) && more.length === 0 && typeof word?.text === 'string' && !word.isPattern)
        known.set(name, [{ text: word.text, isPattern: false }])
    },
    loopOver(name, words) {
      const drafts = words.flatMap(({ text, isPattern }) => (text === null ? [] : [{ text, isPattern }]))
      const isWhole = drafts.length === words.length && drafts.length > 0 && drafts.length <= LOOP_MAX
      if (isSetOnce(name) && isWhole) known.set(name, drafts)
    },
    forget: (name) => void known.delete(name),
    valuesOf(name, folders) {
      if (counts.has(name) || counts.has(ANYTHING)) return known.get(name)
      if (name === 'HOME') return [{ text: home, isPattern: false }]
      const here = folders.flatMap((folder) => (folder === null ? [] : [{ text: folder, isPattern: false }]))
      return name === 'PWD' && here.length === folders.length ? here : undefined
    },
    isChild: (name) => children.has(name),
    define: (name) => void functions.add(name),
    isDefined: (name) => functions.has(name),
  }
}

/** `$!`: the process that was last started in the background. */
export function isLastChild({ source }: Pick<KnownWord, 'source'>): boolean {
  return /^"?\$!"?$/.test(source)
}

function textOf({ pieces }: ShellWord): string | null {
  const texts = pieces.map((piece) => (piece.kind === 'text' ? piece.text : null))
  return texts.includes(null) ? null : texts.join('')
}

/** Some command may set any variable. */
const ANYTHING = ''
const SETS_NAMED =
  /^(read|export|declare|typeset|local|readonly|unset|mapfile|readarray|getopts|printf|let|\(\(|wait)$/
const SETS_ANYTHING = /^(eval|source|\.)$/

function countSets(root: ShellNode): Map<string, number> {
  const counts = new Map<string, number>()
  const add = (name: string, times = 1) => void counts.set(name, (counts.get(name) ?? 0) + times)
  for (const node of nodesIn(root)) {
    if (node.kind === 'loop') add(node.variable)
    if (node.kind !== 'command') continue
    for (const { name } of node.assignments) add(name, node.words.length === 0 ? 1 : 2)
    const [program = '', ...rest] = node.words.map((word) => textOf(word) ?? word.source)
    if (SETS_ANYTHING.test(program)) add(ANYTHING)
    if (SETS_NAMED.test(program))
      for (const word of rest) for (const [name] of word.matchAll(/[A-Za-z_]\w*/g)) add(name, 2)
  }
  return counts
}

function* nodesIn(node: ShellNode): Generator<ShellNode> {
  yield node
  for (const child of childrenOf(node)) yield* nodesIn(child)
}

function childrenOf(node: ShellNode): readonly ShellNode[] {
  if ('nodes' in node) return node.nodes
  if ('inner' in node) return node.inner
  if ('body' in node) return [node.body]
  return 'node' in node ? [node.node] : []
}

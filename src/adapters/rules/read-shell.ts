// Reads shell text with a parser for bash, and says it in the words of the rules.
import { forEachChild, parse } from 'unbash'
import type {
  AndOr,
  Command,
  CompoundList,
  For,
  ParsedScript,
  PipelineNode,
  Redirected,
  Select,
  Statement,
  SyntaxNode,
  Word,
} from 'unbash'
import type { ShellCommand, ShellNode, ShellReader } from '../../core/rules/shell-node.ts'
import { readRedirects } from './read-redirects.ts'
import { assignmentAsWord, readAssignment, readWord, textWord } from './read-word.ts'

const NOTHING: ShellNode = { kind: 'list', nodes: [], joins: [] }

export const readShell: ShellReader = (text) => {
  try {
    const problems: string[] = []
    const root = readScript(parse(text), (problem) => problems.push(problem))
    return { root, problem: problems[0] ?? null }
  } catch (error) {
    return { root: NOTHING, problem: error instanceof Error ? error.message : String(error) }
  }
}

type Complain = (problem: string) => void
type Handled = PipelineNode | AndOr | CompoundList

function readScript({ errors = [], commands }: ParsedScript, complain: Complain): ShellNode {
  for (const { message } of errors) complain(message)
  return readStatements(commands, complain)
}

function readStatements(items: readonly Statement[], complain: Complain): ShellNode {
  const nodes = items.map(({ command, background }): ShellNode => {
    const node = readNode(command, complain)
    return background ? { kind: 'apart', node } : node
  })
  return inOrder(nodes)
}

function readNode(node: Handled, complain: Complain): ShellNode {
  const read = READERS[node.type] as (node: Handled, complain: Complain) => ShellNode
  return read(node, complain)
}

/** A row for each kind of node that the parser knows. */
const READERS: {
  readonly [T in Handled['type']]: (node: Extract<Handled, { type: T }>, complain: Complain) => ShellNode
} = {
  Command: readCommand,
  CompoundList: ({ commands }, complain) => readStatements(commands, complain),
  BraceGroup: ({ body }, complain) => readNode(body, complain),
  Subshell: ({ body }, complain) => ({ kind: 'apart', node: readNode(body, complain) }),
  Coproc: ({ body }, complain) => ({ kind: 'apart', node: readNode(body, complain) }),
  Function: ({ name, body }, complain) => ({
    kind: 'function',
    name: name.value,
    body: readNode(body, complain),
  }),
  AndOr: ({ commands, operators }, complain) => ({
    kind: 'list',
    nodes: commands.map((node) => readNode(node, complain)),
    joins: operators,
  }),
  Pipeline: ({ commands }, complain) => {
    const nodes = commands.map((node) => readNode(node, complain))
    return nodes.length > 1 ? { kind: 'pipe', nodes } : inOrder(nodes)
  },
  Redirected: (node, complain) => inOrder([readAround(node, complain), readNode(node.command, complain)]),
  If: ({ clause, then, elif, else: last }, complain) =>
    maybe(
      [clause, then, ...elif.flatMap((next) => [next.clause, next.then]), ...(last ? [last] : [])],
      complain,
    ),
  While: ({ clause, body }, complain) => maybe([clause, body], complain),
  For: readLoop,
  Select: readLoop,
  Case: ({ word, items }, complain) => ({
    kind: 'maybe',
    nodes: [
      ...[word, ...items.flatMap(({ pattern }) => pattern)].flatMap((part) => innerOf(part, complain)),
      ...items.map(({ body }) => readNode(body, complain)),
    ],
  }),
  ArithmeticFor: (node, complain) => ({
    kind: 'maybe',
    nodes: [{ ...blankCommand('(('), inner: innerOf(node, complain) }, readNode(node.body, complain)],
  }),
  ArithmeticCommand: (node, complain) => ({
    ...blankCommand('(('),
    words: [textWord('(('), textWord(node.body)],
    inner: innerOf(node, complain),
  }),
  TestCommand: (node, complain) => ({
    ...blankCommand('[['),
    words: [textWord('[['), ...wordsIn(node).map(readWord)],
    inner: innerOf(node, complain),
  }),
}

function readCommand(node: Command, complain: Complain): ShellCommand {
  const assignments = node.prefix.filter((item) => item.type === 'Assignment')
  const args = node.args.map((arg) => (arg.type === 'Word' ? readWord(arg) : assignmentAsWord(arg)))
  return {
    ...blankCommand(assignments.map(({ text }) => text).join(' ')),
    ...readRedirects(node.redirects),
    assignments: assignments.map(readAssignment),
    words: [...(node.name ? [readWord(node.name)] : []), ...args],
    inner: innerOf(node, complain),
  }
}

/** Redirections around a group of commands. */
function readAround({ redirects }: Redirected, complain: Complain): ShellCommand {
  const inner = redirects.flatMap((redirect) => innerOf(redirect, complain))
  return { ...blankCommand('a redirection'), ...readRedirects(redirects), inner }
}

function readLoop({ name, wordlist, body }: For | Select, complain: Complain): ShellNode {
  if (!wordlist) return maybe([body], complain)
  const words = wordlist.map(readWord)
  const inner = wordlist.flatMap((word) => innerOf(word, complain))
  return inOrder([...inner, { kind: 'loop', variable: name.value, words, body: readNode(body, complain) }])
}

/** What runs while the words of a node are expanded, however deep in them; commands below it are not words of it. */
function innerOf(node: SyntaxNode, complain: Complain): ShellNode[] {
  const found: ShellNode[] = []
  forEachChild(node, (child) => {
    if (child.type === 'CompoundList' || child.type === 'Statement') return
    if (child.type === 'Script') {
      found.push({ kind: 'apart', node: readScript(child, complain) })
      return
    }
    if (child.type === 'Transform')
      found.push({ kind: 'riddle', source: '${…@…}', why: 'a variable is taken as text to expand again' })
    found.push(...innerOf(child, complain))
  })
  return found
}

function maybe(lists: readonly CompoundList[], complain: Complain): ShellNode {
  return { kind: 'maybe', nodes: lists.map((list) => readNode(list, complain)) }
}

function inOrder(nodes: readonly ShellNode[]): ShellNode {
  return { kind: 'list', nodes, joins: nodes.slice(1).map(() => ';' as const) }
}

function blankCommand(source: string): ShellCommand {
  return { kind: 'command', source, assignments: [], words: [], redirects: [], here: null, inner: [] }
}

function wordsIn(node: SyntaxNode): Word[] {
  const found: Word[] = []
  forEachChild(node, (child) => void found.push(...(child.type === 'Word' ? [child] : wordsIn(child))))
  return found
}

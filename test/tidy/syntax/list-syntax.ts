// Flattens a syntax tree once, each node with the way back to its parents, so that rules filter a list.
import type { ESTree } from 'vite'

export type Syntax = {
  readonly node: ESTree.Node
  readonly parent: Syntax | undefined
}

export function listSyntax(root: ESTree.Node): Syntax[] {
  const listed: Syntax[] = []
  const pending: Syntax[] = [{ node: root, parent: undefined }]
  for (let syntax = pending.pop(); syntax !== undefined; syntax = pending.pop()) {
    const parent = syntax
    listed.push(parent)
    const children = childrenOf(parent.node).map((node) => ({ node, parent }))
    pending.push(...children.toReversed()) // the last pushed is read first: source order
  }
  return listed
}

function childrenOf(node: ESTree.Node): ESTree.Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is ESTree.Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

// A table with a row for each kind of node that matters; the other 150 kinds have no answer.
import type { ESTree } from 'vite'

type NodeType = ESTree.Node['type']
type NodeOf<Type extends NodeType, Node = ESTree.Node> = Node extends { type: infer T }
  ? Type extends T
    ? Node
    : never
  : never

// Written as a method, whose parameters the checker compares both ways: it can't follow that the key picks
// the reader of this very type of node.
type Reader<Node, Answer> = { read(node: Node): Answer }['read']

export type ByType<Answer> = { readonly [Type in NodeType]?: Reader<NodeOf<Type>, Answer> }

export function readByType<Answer>(readers: ByType<Answer>, node: ESTree.Node): Answer | undefined {
  const read: Reader<ESTree.Node, Answer> | undefined = readers[node.type]
  return read?.(node)
}

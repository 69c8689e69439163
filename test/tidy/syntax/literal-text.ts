import type { ESTree } from 'vite'

/** The text of a string, or of a template without holes; undefined for what is only known when it runs. */
export function literalText(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  if (node?.type === 'TSLiteralType') return literalText(node.literal)
  return undefined
}

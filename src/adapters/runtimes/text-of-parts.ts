// The words in what a model was given or said: a text, or a list of parts of which only some are text.
export function textOfParts(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content)
  return content.flatMap((part: unknown) => (hasText(part) ? [part.text] : [])).join('\n')
}

function hasText(part: unknown): part is { readonly text: string } {
  return typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string'
}

/** Plain text as Markdown shows it: nothing in it is read as HTML or as emphasis. What stands in backticks stays as it is. */
export function escapeMarks(text: string): string {
  return text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[<*_]/g, '\\$&')))
    .join('')
}

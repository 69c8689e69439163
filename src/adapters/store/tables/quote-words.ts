// Each word as a string of its own: whoever searches knows nothing of FTS5's language.
export function quoteWords(search: string): string {
  return search
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => `"${word.replaceAll('"', '""')}"`)
    .join(' ')
}

/** For programs that hand a hook's command to a shell: each word stays one word, whatever is in it. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ')
}

/** Progress and warnings: on stderr, since stdout belongs to what was asked for. */
export function say(text: string): void {
  process.stderr.write(`cmux: ${text}\n`)
}

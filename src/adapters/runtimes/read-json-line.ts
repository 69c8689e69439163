/** A line of a file that somebody else writes: half a line, or none of JSON, is nothing. */
export function readJsonLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined // the writer is in the middle of it, or it is no JSON
  }
}

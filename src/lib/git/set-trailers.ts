// The trailers at the end of a commit's message. Text above them stays as its author wrote it. Pure.

export type Trailer = readonly [key: string, value: string]

const TRAILER = /^[A-Za-z0-9][A-Za-z0-9-]*: \S/

/** Trailers with the same keys that the message ends with are replaced; all others stay. */
export function setTrailers(message: string, trailers: readonly Trailer[]): string {
  const lines = message.replace(/\s+$/, '').split('\n')
  const known = lines.slice(trailersBegin(lines))
  const above = lines.slice(0, lines.length - known.length)
  const isOurs = (line: string) =>
    trailers.some(([key]) => line.toLowerCase().startsWith(`${key.toLowerCase()}:`))
  const rows = [
    ...known.filter((line) => !isOurs(line)),
    ...trailers.map(([key, value]) => `${key}: ${value}`),
  ]
  const text = above.join('\n').replace(/\s+$/, '')
  if (rows.length === 0) return `${text}\n`
  return text === '' ? `${rows.join('\n')}\n` : `${text}\n\n${rows.join('\n')}\n`
}

/** The last paragraph holds trailers when each of its lines is one. A subject is no trailer. */
function trailersBegin(lines: readonly string[]): number {
  const begin = lines.lastIndexOf('') + 1
  const isBlock = begin > 0 && lines.slice(begin).every((line) => TRAILER.test(line))
  return isBlock ? begin : lines.length
}

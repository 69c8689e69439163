// As many whole lines as there is room for, counted in bytes of UTF-8. Pure.

/** When not all of them fit, `more` is the last line. It never ends in the middle of one. */
export function fitLines(lines: readonly string[], maxBytes: number, more: string): string {
  const whole = lines.join('\n')
  if (bytesOf(whole) <= maxBytes) return whole
  let room = maxBytes - bytesOf(more)
  const kept: string[] = []
  for (const line of lines) {
    room -= bytesOf(line) + 1
    if (room < 0) break
    kept.push(line)
  }
  return [...kept, ...(bytesOf(more) <= maxBytes ? [more] : [])].join('\n')
}

const bytesOf = (text: string) => new TextEncoder().encode(text).length

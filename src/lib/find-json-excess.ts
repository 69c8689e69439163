// Whether a JSON text is of a shape that programs handle at once, told before it is read: its length alone does not say so. A hundred
// thousand empty lists fit into a few hundred kilobytes, and each step that follows takes its time with every one of them.

export interface JsonLimits {
  /** Lists and objects in each other. */
  readonly depth: number
  /** About: the commas, the lists and the objects. */
  readonly values: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENS = new Set([0x5b, 0x7b])
const CLOSES = new Set([0x5d, 0x7d])

/** In words; undefined when it is within the limits. Whether it is JSON at all is for a parser to say. */
export function findJsonExcess(text: string, limits: JsonLimits): string | undefined {
  let depth = 0
  let values = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (CLOSES.has(code)) depth -= 1
    else if (OPENS.has(code) || code === COMMA) {
      values += 1
      if (code !== COMMA) depth += 1
      if (depth > limits.depth) return `it is nested deeper than ${limits.depth} lists and objects`
      if (values > limits.values) return `it holds more than ${limits.values} values`
    }
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let before = end
    while (text.charCodeAt(before - 1) === BACKSLASH) before -= 1
    if ((end - before) % 2 === 0) return end
  }
  return text.length
}

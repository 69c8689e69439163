// Reads a configuration file of git as text. Nothing is followed: an included file stays an ordinary key. Pure.

export interface GitSetting {
  /** `section.key` in lower case; a subsection stands in between, as it is written. */
  readonly key: string
  readonly value: string
}

const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/
const NAME = /^([A-Za-z][A-Za-z0-9-]*)\s*(=?)/
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b' }

/** Undefined when git itself would not read it either. */
export function parseGitConfig(text: string): readonly GitSetting[] | undefined {
  const settings: GitSetting[] = []
  let section = ''
  let rest = text.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n')
  for (;;) {
    rest = rest.replace(/^(?:\s|[#;][^\n]*)+/, '')
    if (rest === '') return settings
    const header = SECTION.exec(rest)
    if (header) {
      const [whole, name = '', sub] = header
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${unescape(sub)}`
      rest = rest.slice(whole.length)
      continue
    }
    const [whole = '', name = '', equals] = NAME.exec(rest) ?? []
    if (whole === '' || section === '') return undefined
    const read =
      equals === '=' ? readValue(rest.slice(whole.length)) : { value: 'true', rest: skipLine(rest) }
    if (!read) return undefined
    settings.push({ key: `${section}.${name.toLowerCase()}`, value: read.value })
    rest = read.rest
  }
}

const unescape = (text: string) => text.replace(/\\(.)/gs, '$1')

const skipLine = (text: string) => text.replace(/^[^\n]*\n?/, '')

/** Up to the end of its line, or of the last one that a backslash joins to it. */
function readValue(text: string): { value: string; rest: string } | undefined {
  let value = ''
  let isQuoted = false
  // Spaces at the end belong to nothing unless they were quoted.
  let kept = 0
  let at = 0
  for (; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (char === '\n') break
    if (char === '\\') {
      at += 1
      const next = text.charAt(at)
      if (next === '\n') continue
      if (!(next in ESCAPES) && next !== '"' && next !== '\\') return undefined
      value += ESCAPES[next] ?? next
      kept = value.length
    } else if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && (char === '#' || char === ';')) {
      at += text.slice(at).search(/\n|$/)
      break
    } else if (isQuoted || !/\s/.test(char)) {
      value += char
      kept = value.length
    } else if (value !== '') value += char
  }
  return isQuoted ? undefined : { value: value.slice(0, kept), rest: text.slice(at) }
}

// The parts of a line of Markdown: plain words, code, emphasis, and links that lead to the web and nowhere else. Pure. Every
// repetition has a bound, so that no text can make it slow.

export type Inline =
  | { readonly kind: 'text' | 'code' | 'strong' | 'em'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }

const PART = new RegExp(
  [
    '`(?<code>[^`\\n]{1,500})`',
    '\\*\\*(?<strong>[^*\\n]{1,500})\\*\\*',
    '(?<![\\w*])\\*(?<em>[^*\\s][^*\\n]{0,300})\\*(?![\\w*])',
    '\\[(?<words>[^\\]\\n]{1,300})\\]\\((?<href>https?://[^\\s()<>"]{1,2000})\\)',
    '(?<bare>https?://[^\\s<>"\'`()\\[\\]]{1,2000})',
  ].join('|'),
  'g',
)

/** In one line: what comes after it is words. */
const READ_CHARS = 20_000

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.slice(0, READ_CHARS).matchAll(PART)) {
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push(toPart(match.groups ?? {}))
    end = match.index + match[0].length
  }
  return end < text.length ? [...parts, { kind: 'text', text: text.slice(end) }] : parts
}

function toPart({ code, strong, em, words, href, bare }: Record<string, string | undefined>): Inline {
  if (code !== undefined) return { kind: 'code', text: code }
  if (strong !== undefined) return { kind: 'strong', text: strong }
  if (em !== undefined) return { kind: 'em', text: em }
  const link = href ?? bare ?? ''
  const text = words ?? link
  return URL.canParse(link) ? { kind: 'link', text, href: link } : { kind: 'text', text }
}

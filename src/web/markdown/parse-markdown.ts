// Markdown as blocks: headings, lists, code, quotations, paragraphs. Pure, and small on purpose: HTML is text in it, like everything
// that it does not know.

interface ListItem {
  readonly depth: number
  readonly text: string
}

export type Block =
  | { readonly kind: 'paragraph' | 'code' | 'quote' | 'heading'; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  | { readonly kind: 'rule' }

/** Takes the lines that begin a block from the front; undefined when they begin another kind. */
type Reader = (lines: readonly string[]) => { readonly block: Block; readonly taken: number } | undefined

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const ITEM = /^( {0,12})(?:[-*+]|(\d{1,9})[.)]) +(.*)$/
const INDENTED = /^(?: {4}|\t)/
const HEADING = /^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}) *$/
const QUOTE = /^ {0,3}> ?/

const READERS: readonly Reader[] = [readFence, readRule, readHeading, readQuote, readList, readIndented]

export function parseMarkdown(text: string): Block[] {
  let lines: readonly string[] = text.split('\n')
  const blocks: Block[] = []
  while (lines.length > 0) {
    const [first = ''] = lines
    if (first.trim() === '') {
      lines = lines.slice(1)
      continue
    }
    const { block, taken } = readBlock(lines)
    blocks.push(block)
    lines = lines.slice(taken)
  }
  return blocks
}

function readBlock(lines: readonly string[]): NonNullable<ReturnType<Reader>> {
  for (const read of READERS) {
    const found = read(lines)
    if (found) return found
  }
  const taken = Math.max(
    1,
    countWhile(lines, (line) => line.trim() !== '' && !beginsAnother(line)),
  )
  return { block: { kind: 'paragraph', text: lines.slice(0, taken).join('\n') }, taken }
}

const beginsAnother = (line: string) =>
  FENCE.test(line) || RULE.test(line) || HEADING.test(line) || QUOTE.test(line) || ITEM.test(line)

function readFence(lines: readonly string[]): ReturnType<Reader> {
  const mark = FENCE.exec(lines[0] ?? '')?.[1]
  if (mark === undefined) return undefined
  const rest = lines.slice(1)
  // One that never ends reaches to the end of its text, and no further.
  const inside = countWhile(rest, (line) => !line.trim().startsWith(mark))
  return { block: { kind: 'code', text: rest.slice(0, inside).join('\n') }, taken: inside + 2 }
}

function readRule([first = '']: readonly string[]): ReturnType<Reader> {
  return RULE.test(first) ? { block: { kind: 'rule' }, taken: 1 } : undefined
}

function readHeading([first = '']: readonly string[]): ReturnType<Reader> {
  const text = HEADING.exec(first)?.[1]
  return text === undefined ? undefined : { block: { kind: 'heading', text }, taken: 1 }
}

function readQuote(lines: readonly string[]): ReturnType<Reader> {
  const taken = countWhile(lines, (line) => QUOTE.test(line))
  if (taken === 0) return undefined
  const text = lines.slice(0, taken).map((line) => line.replace(QUOTE, ''))
  return { block: { kind: 'quote', text: text.join('\n') }, taken }
}

function readList(lines: readonly string[]): ReturnType<Reader> {
  const taken = countWhile(lines, (line) => ITEM.test(line))
  if (taken === 0) return undefined
  const found = lines.slice(0, taken).map((line) => ITEM.exec(line))
  const items = found.map((item) => ({
    depth: Math.floor((item?.[1]?.length ?? 0) / 2),
    text: tick(item?.[3] ?? ''),
  }))
  return { block: { kind: 'list', isOrdered: found[0]?.[2] !== undefined, items }, taken }
}

/** Boxes are shown, and can't be ticked. */
const tick = (text: string) => text.replace(/^\[ \] /, '☐ ').replace(/^\[[xX]\] /, '☑ ')

function readIndented(lines: readonly string[]): ReturnType<Reader> {
  const taken = countWhile(lines, (line) => INDENTED.test(line))
  if (taken === 0) return undefined
  const text = lines.slice(0, taken).map((line) => line.replace(INDENTED, ''))
  return { block: { kind: 'code', text: text.join('\n') }, taken }
}

function countWhile(lines: readonly string[], holds: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !holds(line))
  return end === -1 ? lines.length : end
}

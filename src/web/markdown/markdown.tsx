// Foreign Markdown as elements of ours: no HTML of it is ever taken for HTML, and its links lead to the web only, with where they
// lead written beside them.
import { Fragment } from 'react'
import { showControls } from '../../lib/quote-lines.ts'
import { parseInline, type Inline } from './parse-inline.ts'
import { parseMarkdown, type Block } from './parse-markdown.ts'

/** More would only make the page slow: nobody reads it here. */
const LINES_MAX = 2000

export function Markdown({ text }: { readonly text: string }) {
  const lines = text.split('\n')
  const blocks = parseMarkdown(lines.slice(0, LINES_MAX).map(showControls).join('\n'))
  return (
    <div data-foreign dir="auto" className="grid min-w-0 gap-2">
      {blocks.map((block, index) => (
        // oxlint-disable-next-line no-array-index-key -- the text of an entry never changes
        <BlockView key={index} block={block} />
      ))}
      {lines.length > LINES_MAX && <p>…</p>}
    </div>
  )
}

function BlockView({ block }: { readonly block: Block }) {
  if (block.kind === 'rule') return <hr className="border-line" />
  if (block.kind === 'list') return <ListView block={block} />
  if (block.kind === 'code') return <Code text={block.text} />
  if (block.kind === 'quote')
    return (
      <blockquote className="border-l-2 border-line pl-3 whitespace-pre-wrap text-quiet">
        <Line text={block.text} />
      </blockquote>
    )
  // No heading of the page: those are ours.
  return (
    <p className={block.kind === 'heading' ? 'font-semibold' : 'whitespace-pre-wrap'}>
      <Line text={block.text} />
    </p>
  )
}

/** It can be wider than its place: then the keyboard scrolls it, too. */
function Code({ text }: { readonly text: string }) {
  return (
    <pre
      // oxlint-disable-next-line no-noninteractive-tabindex
      tabIndex={0}
      aria-label="code"
      role="region"
      className="max-h-80 overflow-auto rounded bg-raised px-3 py-2 font-mono text-xs"
    >
      {text}
    </pre>
  )
}

function ListView({ block }: { readonly block: Extract<Block, { kind: 'list' }> }) {
  const List = block.isOrdered ? 'ol' : 'ul'
  return (
    <List className={`grid gap-0.5 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map(({ depth, text }, index) => (
        // oxlint-disable-next-line no-array-index-key
        <li key={index} style={{ marginLeft: `${Math.min(depth, 6)}rem` }}>
          <Line text={text} />
        </li>
      ))}
    </List>
  )
}

function Line({ text }: { readonly text: string }) {
  return parseInline(text).map((part, index) => (
    // oxlint-disable-next-line no-array-index-key
    <Fragment key={index}>
      <Part part={part} />
    </Fragment>
  ))
}

function Part({ part }: { readonly part: Inline }) {
  if (part.kind === 'link') return <WebLink {...part} />
  if (part.kind === 'strong') return <strong>{part.text}</strong>
  if (part.kind === 'em') return <em>{part.text}</em>
  if (part.kind === 'text') return part.text
  return <code className="rounded bg-raised px-1 font-mono text-[0.9em]">{part.text}</code>
}

/** Its words may say anything: where it leads is said by us. */
function WebLink({ text, href }: Extract<Inline, { kind: 'link' }>) {
  const { host } = new URL(href)
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="text-accent underline">
      {text}
      {text !== href && <span className="text-quiet"> ({host})</span>}
    </a>
  )
}

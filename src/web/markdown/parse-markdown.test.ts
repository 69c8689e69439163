import { expect, test } from 'vitest'
import { parseMarkdown, type Block } from './parse-markdown.ts'

const CASES: readonly [string, string, readonly Block[]][] = [
  ['nothing', '\n \n', []],
  [
    'paragraphs',
    'a\nb\n\nc',
    [
      { kind: 'paragraph', text: 'a\nb' },
      { kind: 'paragraph', text: 'c' },
    ],
  ],
  [
    'a heading',
    '## a title ##\nwords',
    [
      { kind: 'heading', text: 'a title' },
      { kind: 'paragraph', text: 'words' },
    ],
  ],
  ['no heading', '#hash', [{ kind: 'paragraph', text: '#hash' }]],
  [
    'a fence',
    '```ts\n# a\n```\nb',
    [
      { kind: 'code', text: '# a' },
      { kind: 'paragraph', text: 'b' },
    ],
  ],
  ['a fence without an end', '~~~\na\n\nb', [{ kind: 'code', text: 'a\n\nb' }]],
  [
    'an indented part',
    'a:\n\n    b\n    c',
    [
      { kind: 'paragraph', text: 'a:' },
      { kind: 'code', text: 'b\nc' },
    ],
  ],
  [
    'a list with boxes',
    '- a\n  - [ ] b\n- [x] c',
    [
      {
        kind: 'list',
        isOrdered: false,
        items: [
          { depth: 0, text: 'a' },
          { depth: 1, text: '☐ b' },
          { depth: 0, text: '☑ c' },
        ],
      },
    ],
  ],
  ['a numbered list', '1. a', [{ kind: 'list', isOrdered: true, items: [{ depth: 0, text: 'a' }] }]],
  ['a quotation', '> a\n> b', [{ kind: 'quote', text: 'a\nb' }]],
  [
    'a rule',
    'a\n\n---\nb',
    [{ kind: 'paragraph', text: 'a' }, { kind: 'rule' }, { kind: 'paragraph', text: 'b' }],
  ],
  ['HTML as text', '<script>x</script>', [{ kind: 'paragraph', text: '<script>x</script>' }]],
]

test.each(CASES)('[U5] Markdown: %s', (_what, text, blocks) => {
  expect(parseMarkdown(text)).toEqual(blocks)
})

import { expect, test } from 'vitest'
import { parsePatch } from './parse-patch.ts'

const line = (kind: string, text: string, before: number | null, after: number | null) => ({
  kind,
  text,
  before,
  after,
})

test('[G3] a diff is read by files, with the numbers of the lines', () => {
  const patch = [
    'diff --git a/src/a b.ts b/src/a b.ts',
    'index 1..2 100644',
    '--- a/src/a b.ts',
    '+++ b/src/a b.ts',
    '@@ -3,3 +3,3 @@ function x()',
    ' same',
    '--- was a list',
    '+++ is a list',
    '\\ No newline at end of file',
    'diff --git a/pic.png b/pic.png',
    'Binary files a/pic.png and b/pic.png differ',
    '',
  ].join('\n')
  expect(parsePatch(patch)).toEqual([
    {
      path: 'src/a b.ts',
      lines: [
        line('hunk', '@@ -3,3 +3,3 @@ function x()', null, null),
        line('same', 'same', 3, 3),
        line('removed', '-- was a list', 4, null),
        line('added', '++ is a list', null, 4),
        line('note', 'No newline at end of file', null, null),
      ],
    },
    { path: 'pic.png', lines: [line('note', 'Binary files a/pic.png and b/pic.png differ', null, null)] },
  ])
})

test('[G3] what a file contains can’t begin another file', () => {
  const patch = 'diff --git a/x b/x\n@@ -0,0 +1 @@\n+diff --git a/y b/y\n'
  expect(parsePatch(patch).map(({ path }) => path)).toEqual(['x'])
})

test('[G3] names that git quotes are read', () => {
  const patch = String.raw`diff --git "a/\303\244 \"q\"\n.ts" "b/\303\244 \"q\"\n.ts"`
  expect(parsePatch(patch).map(({ path }) => path)).toEqual(['ä "q"\n.ts'])
})

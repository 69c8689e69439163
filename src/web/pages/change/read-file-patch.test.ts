import { expect, test } from 'vitest'
import { readFilePatch } from './read-file-patch.ts'

test('lines that come and go have their sign in the margin; names and modes stand as they are', () => {
  const patch =
    'diff --git a/x b/x\nold mode 100644\nnew mode 100755\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- was\n+++ is\n\\ No newline at end of file\n'
  expect(readFilePatch(patch)).toEqual([
    { kind: 'same', text: 'diff --git a/x b/x' },
    { kind: 'same', text: 'old mode 100644' },
    { kind: 'same', text: 'new mode 100755' },
    { kind: 'same', text: '--- a/x' },
    { kind: 'same', text: '+++ b/x' },
    { kind: 'same', text: '@@ -1,2 +1,2 @@' },
    { kind: 'same', text: 'same' },
    { kind: 'removed', text: '-- was' },
    { kind: 'added', text: '++ is' },
    { kind: 'same', text: '\\ No newline at end of file' },
  ])
})

test('the second part of a file begins with its names again', () => {
  const patch = 'diff --git a/x b/x\n@@ -1 +0,0 @@\n-one\ndiff --git a/x b/x\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n'
  const kinds = readFilePatch(patch).map(({ kind }) => kind)
  expect(kinds.join(' ')).toBe('same same removed same same same added')
})

import { expect, test } from 'vitest'
import { splitPatch } from './split-patch.ts'

const LINK = 'diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc\n'
const GONE = 'diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-one\n'
const OTHER = 'diff --git a/src/a b.ts b/src/a b.ts\nold mode 100644\nnew mode 100755\n'

test('a patch is taken apart by files, to the last line, modes included', () => {
  expect([...splitPatch(`${OTHER}${LINK}`)]).toEqual([
    ['src/a b.ts', OTHER],
    ['x', LINK],
  ])
})

test('a file that becomes a link has both of its parts', () => {
  expect(splitPatch(`${GONE}${LINK}`).get('x')).toBe(GONE + LINK)
})

test('what a file contains can’t begin another file, and no patch is no file', () => {
  const patch = 'diff --git a/x b/x\n@@ -0,0 +1 @@\n+diff --git a/y b/y\n'
  expect([...splitPatch(patch).keys()]).toEqual(['x'])
  expect([...splitPatch('')]).toEqual([])
})

import { expect, test } from 'vitest'
import type { Edit } from '../../../protocol/changes/change.ts'
import { checkEdits } from './check-edits.ts'

const TREE = new Map([
  ['a.txt', '100644'],
  ['run.sh', '100755'],
  ['src/main.ts', '100644'],
  ['link', '120000'],
  ['vendor', '160000'],
])
const create = (file: string): Edit => ({ file, type: 'create', content: 'x' })
const modify = (file: string): Edit => ({ file, type: 'modify', content: 'x' })
const remove = (file: string): Edit => ({ file, type: 'delete' })

test.each<[name: string, edits: Edit[], expected: string[]]>([
  ['that fit', [create('new/b.txt'), modify('a.txt'), remove('src/main.ts'), remove('link')], []],
  ['of what is there', [create('a.txt')], ['a.txt is there already: modify it']],
  ['of what is not there', [modify('b.txt')], ['b.txt is not there']],
  ['that delete what is not there', [remove('b.txt')], ['b.txt is not there']],
  ['of a folder', [create('src')], ['src is a folder']],
  ['that delete a folder', [remove('src')], ['src is a folder: name its files']],
  ['through a link', [create('link/x')], ['link/x is below link, which is no folder']],
  ['below a file', [create('a.txt/x')], ['a.txt/x is below a.txt, which is no folder']],
  ['inside another repository', [create('vendor/x')], ['vendor/x is below vendor, which is no folder']],
  ['of a link’s text', [modify('link')], ['link is no plain file, so it has no text to change']],
  ['of another repository', [modify('vendor')], ['vendor is no plain file, so it has no text to change']],
  ['of one file twice', [modify('a.txt'), remove('a.txt')], ['a.txt is named twice']],
  ['of one file in two spellings', [create('B.txt'), create('b.TXT')], ['b.TXT is named twice']],
  [
    'of a twin',
    [create('SRC/Main.ts')],
    ['SRC/Main.ts differs from src/main.ts in nothing but large and small letters'],
  ],
  ['with two faults', [create('../x'), modify('b')], ['../x leads out of the project', 'b is not there']],
])('[I4] edits %s', (_, edits, expected) => {
  expect(checkEdits(edits, TREE)).toEqual(expected)
})

test('[I1] what was not announced is refused', () => {
  expect(checkEdits([modify('a.txt'), modify('run.sh')], TREE, ['a.txt'])).toEqual([
    'run.sh is not one of the targetFiles',
  ])
})

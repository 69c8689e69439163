import { expect, test } from 'vitest'
import { listNew, parseKnip, planWiredIn } from './wired-in.ts'

const NOW = {
  issues: [
    { file: 'src/z.js', exports: [], files: [{ name: 'src/z.js' }], unlisted: [] },
    { file: 'src/a.js', exports: [{ name: 'b', line: 2 }], enumMembers: {}, unresolved: [{ name: 'x' }] },
  ],
}
const EARLIER = { files: ['src/z.js'], issues: [{ file: 'src/a.js', enumMembers: { E: [{ name: 'One' }] } }] }

test.each<[name: string, text: string, expected: string[] | undefined]>([
  ['of today', `a word\n${JSON.stringify(NOW)}\n`, ['files src/z.js src/z.js', 'exports src/a.js b']],
  ['of earlier versions', JSON.stringify(EARLIER), ['files src/z.js src/z.js', 'enumMembers src/a.js One']],
  ['that is cut off', JSON.stringify(NOW).slice(0, 90), undefined],
  ['that is none', 'command not found\n', undefined],
])('[I5] a report of knip %s', (_, text, expected) => {
  expect(parseKnip(text)).toEqual(expected)
})

test('[I5] what was unused before is not counted, and what is unused once more is', () => {
  expect(listNew(['a', 'b', 'b'], ['b', 'a', 'b', 'b', 'c'])).toEqual(['b', 'c'])
})

test.each([
  ['what cmux.json says', { wiredIn: { run: 'list-unused' } }, true, 'list-unused'],
  ['knip where it is installed', null, true, 'knip'],
  ['knip with other limits', { wiredIn: { timeoutSec: 5 } }, true, 'knip'],
  ['nothing where there is nothing', null, false, 'nothing that finds unused code'],
  ['nothing where it is not wanted', { wiredIn: false as const }, true, 'not wanted'],
])('[I5] is asked of %s', (_, file, hasKnip, expected) => {
  const plan = planWiredIn(file, hasKnip)
  expect(plan.kind === 'run' ? plan.check.run : plan.why).toContain(expected)
})

test('[I5] a line that has moved in its file is the same finding', () => {
  const plan = planWiredIn({ wiredIn: { run: 'x' } }, false)
  if (plan.kind === 'skip') throw new Error('it is not asked')
  expect(plan.parse('src/a.ts:12:3 unused b\n\nsrc/a.ts:9 port 80\n')).toEqual([
    'src/a.ts unused b',
    'src/a.ts port 80',
  ])
})

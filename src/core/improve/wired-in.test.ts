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
  [
    'with all that it calls unused',
    `{"issues":[{"file":"a","files":[{"name":"1"}],"exports":[{"name":"2"}],"nsExports":[{"name":"3"}],"types":[{"name":"4"}],"nsTypes":[{"name":"5"}],"enumMembers":[{"name":"6"}],"classMembers":[{"name":"7"}],"namespaceMembers":[{"name":"8"}],"dependencies":[{"name":"9"}],"devDependencies":[{}],"unlisted":[{"name":"11"}],"types2":null}]}`,
    [
      'files a 1',
      'exports a 2',
      'nsExports a 3',
      'types a 4',
      'nsTypes a 5',
      'enumMembers a 6',
      'classMembers a 7',
      'namespaceMembers a 8',
      'dependencies a 9',
      'devDependencies a ',
    ],
  ],
  [
    'with what nobody expects',
    '{"files":"all","issues":[{"file":"a","files":null,"types":"b","exports":7,"nsTypes":[null,"c"]}]}',
    ['nsTypes a ', 'nsTypes a '],
  ],
  ['that is the first of two', '{"issues":[]}\n{"issues":[{"file":"a","files":[{"name":"a"}]}]}', []],
  ['after another object', '{"a":1}\n{"issues":[]}', []],
  ['that only looks like one', '{"issues":7}', undefined],
  ['that has the word elsewhere', '{"about":{"issues":[]}}', undefined],
  ['with issues that are none', '{"issues":[null]}', undefined],
  ['that is indented', ' {"issues":[]}', undefined],
  ['that does not begin its line', 'knip: {"issues":[]}', undefined],
  ['that is cut off', JSON.stringify(NOW).slice(0, 90), undefined],
  ['that is none', 'command not found\n', undefined],
])('[I5] a report of knip %s', (_, text, expected) => {
  expect(parseKnip(text)).toEqual(expected)
})

test('[I5] what was unused before is not counted, and what is unused once more is', () => {
  expect(listNew(['a', 'b', 'b'], ['b', 'a', 'b', 'b', 'c'])).toEqual(['b', 'c'])
  expect(listNew(['a'], ['a', 'a'])).toEqual(['a'])
  expect(listNew(['b'], ['a', 'b'])).toEqual(['a'])
})

const KNIP = 'node_modules/.bin/knip --no-progress --reporter json'
const check = (run: string, more: object = {}) => ({
  kind: 'run',
  check: { name: 'wired-in', run, timeoutSec: 300, required: true, ...more },
  parse: run === KNIP ? parseKnip : expect.any(Function),
})

test.each<[string, Parameters<typeof planWiredIn>[0], boolean, object]>([
  ['what cmux.json says', { wiredIn: { run: 'list-unused' } }, true, check('list-unused')],
  [
    'what cmux.json says, as it says',
    { wiredIn: { run: 'list-unused', timeoutSec: 7, required: false } },
    false,
    check('list-unused', { timeoutSec: 7, required: false }),
  ],
  ['knip where it is installed', null, true, check(KNIP)],
  ['knip, beside other rules', {}, true, check(KNIP)],
  ['knip with other limits', { wiredIn: { timeoutSec: 5 } }, true, check(KNIP, { timeoutSec: 5 })],
  [
    'nothing where there is nothing',
    null,
    false,
    { kind: 'skip', why: 'skipped: this project has no tool that finds unused code' },
  ],
  [
    'nothing where it is not wanted',
    { wiredIn: false as const },
    true,
    { kind: 'skip', why: 'is not wanted by cmux.json' },
  ],
])('[I5] is asked of %s', (_, file, hasKnip, expected) => {
  expect(planWiredIn(file, hasKnip)).toEqual(expected)
})

test('[I5] a line that has moved in its file is the same finding', () => {
  const plan = planWiredIn({ wiredIn: { run: 'x' } }, false)
  if (plan.kind === 'skip') throw new Error('it is not asked')
  expect(plan.parse('src/a.ts:12:3 unused b\n \nsrc/a.ts:9 port 80\n  c.ts:123\nd:e\n')).toEqual([
    'src/a.ts unused b',
    'src/a.ts port 80',
    'c.ts',
    'd:e',
  ])
})

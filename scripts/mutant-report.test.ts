import { expect, test } from 'vitest'
import {
  listScores,
  listStale,
  listSurvivors,
  percentOf,
  scoreFiles,
  sumScores,
  type Explained,
} from './mutant-report.ts'

const SOURCE = ['export function decideA(a: number) {', '  return a > 1', '    ? 1', '    : 2', '}', ''].join(
  '\n',
)
const at = (line: number, column: number, endLine: number, endColumn: number) => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
})
const condition = { mutatorName: 'EqualityOperator', replacement: 'a >= 1', location: at(2, 10, 2, 15) }
const whole = { mutatorName: 'ConditionalExpression', replacement: 'true', location: at(2, 10, 4, 8) }
const block = { mutatorName: 'BlockStatement', location: at(1, 36, 5, 2) }

const REPORT = {
  files: {
    'src/a.ts': {
      source: SOURCE,
      mutants: [
        { ...whole, status: 'NoCoverage' },
        { ...condition, status: 'Killed' },
        { ...condition, status: 'Timeout' },
        { ...condition, status: 'RuntimeError' },
        { ...block, status: 'Survived' },
        { ...condition, status: 'Survived' },
      ],
    },
    'src/b.ts': { source: '', mutants: [] },
  },
}

const TEXT = 'return a > 1'
const SURVIVORS = [
  {
    file: 'src/a.ts',
    line: 1,
    text: 'export function decideA(a: number) {',
    from: '{ return a > 1 ? 1 : 2 }',
    to: 'BlockStatement',
  },
  { file: 'src/a.ts', line: 2, text: TEXT, from: 'a > 1 ? 1 : 2', to: 'true' },
  { file: 'src/a.ts', line: 2, text: TEXT, from: 'a > 1', to: 'a >= 1' },
]
const SCORES = [
  { file: 'src/a.ts', mutants: 5, killed: 2, survivors: SURVIVORS },
  { file: 'src/b.ts', mutants: 0, killed: 0, survivors: [] },
]
const row = (change: Partial<Explained>): Explained => ({
  file: 'src/a.ts',
  text: TEXT,
  from: 'a > 1',
  to: 'a >= 1',
  why: 'a is never 1',
  ...change,
})

test('a fault that no test reaches counts as survived, one that can’t be loaded does not count', () => {
  expect(scoreFiles(REPORT)).toEqual(SCORES)
})

test('all files have one score, by their faults and not by their number', () => {
  expect(sumScores(SCORES)).toEqual({ file: 'all', mutants: 5, killed: 2, survivors: SURVIVORS })
  expect(SCORES.map(percentOf)).toEqual([40, 100])
  expect(listScores(SCORES)).toEqual([
    '| file | mutants | killed | survived | score |',
    '| --- | ---: | ---: | ---: | ---: |',
    '| src/a.ts | 5 | 2 | 3 | 40.0 % |',
    '| src/b.ts | 0 | 0 | 0 | 100.0 % |',
    '| all | 5 | 2 | 3 | 40.0 % |',
  ])
})

test('an explanation stands beside its survivor, which is listed all the same', () => {
  expect(listSurvivors(SCORES, [row({})])).toEqual([
    'src/a.ts:1 `{ return a > 1 ? 1 : 2 }` became `BlockStatement`',
    'src/a.ts:2 `a > 1 ? 1 : 2` became `true`',
    'src/a.ts:2 `a > 1` became `a >= 1` (explained: a is never 1)',
  ])
})

test.each<[string, Partial<Explained>, boolean]>([
  ['of a survivor', {}, false],
  ['of another place', { text: 'return a > 2' }, true],
  ['of other code', { from: 'a' }, true],
  ['of another fault', { to: 'a < 1' }, true],
  ['of a file that was not looked at', { file: 'src/c.ts' }, false],
  ['of a file without survivors', { file: 'src/b.ts' }, true],
])('an explanation %s: stale or not', (_, change, isStale) => {
  expect(listStale(SCORES, [row(change)])).toEqual(isStale ? [row(change)] : [])
})

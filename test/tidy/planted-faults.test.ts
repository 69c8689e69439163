// The rows of planted faults hold on to the code by its text. One that has lost its place would prove nothing in soak, so it is found here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findAnchor, prepareSource } from '../planted-faults/find-anchor.ts'
import { composeTable, FAULTS_TABLE, listTableFaults } from '../planted-faults/faults-table.ts'
import { listRowFaults } from '../planted-faults/list-row-faults.ts'
import type { PlantedFault } from '../planted-faults/planted-fault.ts'
import { PLANTED_FAULTS } from '../planted-faults/planted-faults.ts'
import { readSources } from '../planted-faults/read-sources.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'

const ground = { root: REPOSITORY_ROOT, sources: readSources(REPOSITORY_ROOT) }

describe('the planted faults', () => {
  test('[STYLE 12] have their place in src, and a test file that finds them', () => {
    expect(listRowFaults(PLANTED_FAULTS, ground)).toEqual([])
  })

  test('[STYLE 12] stand in the table that says who found each', () => {
    const table = readFileSync(join(REPOSITORY_ROOT, FAULTS_TABLE), 'utf8')
    expect(listTableFaults(PLANTED_FAULTS, table)).toEqual([])
  })
})

const sources = [
  prepareSource({ path: 'src/a.ts', text: 'const a = f(\n  one,\n  two,\n)\nif (a) stop()\n' }),
  prepareSource({ path: 'src/b.ts', text: 'if (b) stop()\nif (b) stop()\n' }),
]

describe('an anchor', () => {
  test.each([
    ['as it is written', 'if (a) stop()', ['if (a) stop()']],
    ['in other lines', 'f(one, two)', ['f(\n  one,\n  two,\n)']],
    ['that is not there', 'if (c) stop()', []],
    ['that stands twice', 'if (b) stop()', ['if (b) stop()', 'if (b) stop()']],
    ['of nothing', ' ', []],
  ])('[STYLE 12] %s is found', (_, anchor, expected) => {
    const found = findAnchor(sources, anchor).map(({ path, start, end }) =>
      sources.find((source) => source.path === path)?.text.slice(start, end),
    )
    expect(found).toEqual(expected)
  })
})

describe('a row', () => {
  const row: PlantedFault = {
    id: 'a-row',
    breaks: 'P1',
    what: 'It does not stop.',
    find: 'if (a) stop()',
    replace: '',
    foundBy: 'test/tidy/planted-faults.test.ts',
  }
  const faultsOf = (more: Partial<PlantedFault>, rows = 1) =>
    listRowFaults(
      Array.from({ length: rows }, () => ({ ...row, ...more })),
      { root: REPOSITORY_ROOT, sources },
    ).filter((fault) => fault.startsWith('a-row'))

  test.each<[what: string, more: Partial<PlantedFault>, fault: string]>([
    ['without its place', { find: 'if (c) stop()' }, 'its text stands 0 times in src, not once: '],
    [
      'with two places',
      { find: 'if (b) stop()' },
      'its text stands 2 times in src, not once: src/b.ts, src/b.ts',
    ],
    ['that changes nothing', { replace: 'if (a) stop()' }, 'it changes nothing'],
    ['without a promise', { breaks: 'much' }, 'much is no promise and no requirement'],
    ['without a test file', { foundBy: 'test/tidy/gone.test.ts' }, 'test/tidy/gone.test.ts does not exist'],
    [
      'whose test file is not run by default',
      { foundBy: 'test/soak/store-kills.test.ts' },
      'test/soak/store-kills.test.ts is in no default kind of test',
    ],
  ])('[STYLE 12] %s is named', (_, more, fault) => {
    expect(faultsOf(more)).toEqual([`a-row: ${fault}`])
  })

  test('[STYLE 12] whose id is taken is named, and too few of them are told', () => {
    expect(faultsOf({}, 2)).toEqual(['a-row: its id is used twice'])
    expect(listRowFaults([row], { root: REPOSITORY_ROOT, sources })).toContain(
      'there are 1 planted faults, and 40 are needed',
    )
    expect(listRowFaults([row], { root: REPOSITORY_ROOT, sources })).toContain('no planted fault breaks P2')
  })
})

const rowCalled = (id: string): PlantedFault => ({
  id,
  breaks: 'P1',
  what: 'It goes on | and on.',
  find: '',
  replace: '',
  foundBy: 'test/a.test.ts',
})

describe('the table', () => {
  const rows = ['one', 'two'].map(rowCalled)
  const found = new Map([
    ['one', '[P1] a | b'],
    ['two', '[P1] c'],
  ])

  test('[STYLE 12] is true of the rows that it was made of, however it is formatted', () => {
    const table = composeTable(rows, found)
    expect(listTableFaults(rows, table)).toEqual([])
    expect(listTableFaults(rows, table.replaceAll(' | ', '   | '))).toEqual([])
  })

  test('[STYLE 12] names what it does not say, says of others, or of rows that are gone', () => {
    const table = composeTable(rows, new Map([['one', '[P1] a | b']]))
    expect(listTableFaults([{ ...rowCalled('one'), what: 'It stops.' }, rowCalled('three')], table)).toEqual([
      `three: ${FAULTS_TABLE} does not say which test has found it`,
      `one: ${FAULTS_TABLE} says something else about it`,
      `two: ${FAULTS_TABLE} has a row that is gone`,
    ])
  })
})

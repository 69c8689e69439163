import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { plant } from './plant.ts'
import { readRepository } from './read-repository.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { findGaps } from './requirements/find-gaps.ts'
import { findGrowth } from './requirements/find-growth.ts'
import { listShown } from './requirements/list-shown.ts'
import { readEarlier } from './requirements/read-earlier.ts'
import { PAGE_PATH, parseRequirements, type Requirements } from './requirements/requirements.ts'
import { writePage } from './requirements/write-page.ts'
import { makeSourceFile } from './syntax/source-file.ts'
import { openRepository } from '../fixtures/git-repository.ts'

const readHere = (path: string) => readFileSync(join(REPOSITORY_ROOT, path), 'utf8')

describe('the requirements', () => {
  const requirements = parseRequirements(readHere)
  const shown = listShown(readRepository(REPOSITORY_ROOT))

  test('[STYLE 14] are each shown by a test, or listed as not shown', () => {
    expect(findGaps(requirements, shown)).toEqual([])
  })

  test('[STYLE 14] are not listed as not shown again', () => {
    expect(findGrowth(requirements, readEarlier(REPOSITORY_ROOT))).toEqual([])
  })

  test('[STYLE 14] stand on a page that is current: `./cmux test requirements` writes it', () => {
    expect(readHere(PAGE_PATH)).toBe(writePage(requirements, shown))
  })
})

const SHOWN = listShown([
  makeSourceFile(
    'src/lib/a.test.ts',
    "test('[P1] one', () => {})\ntest.each([1])('[P1, H1] %i', () => {})\n",
  ),
  makeSourceFile('test/soak/b.test.ts', "describe('[H1] b', () => test('[P1] one', () => {}))\n"),
  makeSourceFile('test/fixtures/c.ts', "test('[P2] is no test', () => {})\n"),
])

const sections = { Promises: { P1: 'It is kept.', P2: 'It is once.' }, Healing: { H1: 'It heals.' } }
const listed = (notShown: object, partlyShown: object = {}): Requirements => ({
  sections,
  missing: { notShown: { ...notShown }, partlyShown: { ...partlyShown } },
})

test('[STYLE 12] a test shows what its title quotes, and the title of a suite around it', () => {
  expect(SHOWN).toEqual([
    { kind: 'unit', file: 'lib/a', id: 'P1', titles: 2 },
    { kind: 'unit', file: 'lib/a', id: 'H1', titles: 1 },
    { kind: 'soak', file: 'b', id: 'H1', titles: 1 },
    { kind: 'soak', file: 'b', id: 'P1', titles: 1 },
  ])
})

test('[STYLE 12] the page names the tests of each requirement, and what is missing', () => {
  expect(writePage(listed({ P2: 'not built' }, { H1: 'the rest' }), SHOWN)).toContain(
    `Of 3 requirements 1 are shown, 1 are shown in part and 1 are not shown.

## Promises

- **P1** It is kept.
  - unit: lib/a (2)
  - soak (_on demand_): b (1)
- **P2** It is once.
  - Not shown: not built

## Healing

- **H1** It heals.
  - unit: lib/a (1)
  - soak (_on demand_): b (1)
  - Shown but for: the rest
`,
  )
})

test.each<[what: string, requirements: Requirements, gaps: string[]]>([
  ['what is listed as not shown and has no test', listed({ P2: 'not built' }), []],
  ['an id without a test', listed({}), ['P2 has no test and does not stand in docs/not-built.json']],
  [
    'an id that is listed although it has a test',
    listed({ P2: 'not built', P1: 'not built' }),
    ['P1 has a test: take it out of notShown in docs/not-built.json'],
  ],
  [
    'an id without a test that is listed as shown in part',
    listed({ P2: 'not built' }, { P2: 'the rest' }),
    ['P2 has no test, so no part of it is shown as docs/not-built.json says'],
  ],
  [
    'an id that is no requirement',
    listed({ P2: 'not built', P9: 'not built' }),
    ['P9 stands in docs/not-built.json and is no requirement'],
  ],
  [
    'a test of what is no requirement',
    { ...listed({}), sections: { Promises: { P1: 'It is kept.' } } },
    ['H1 is quoted by a test and is no requirement'],
  ],
])('[STYLE 12] the gaps are found: %s', (_, requirements, gaps) => {
  expect(findGaps(requirements, SHOWN)).toEqual(gaps)
})

async function plantHistory(versions: readonly Requirements[]) {
  const planted = await plant({})
  const repository = openRepository(planted.root)
  repository.git('init', '--quiet')
  repository.commit({ 'a.txt': 'before there were requirements\n' })
  for (const version of versions)
    repository.commit({
      'docs/requirements.json': JSON.stringify(version.sections),
      'docs/not-built.json': JSON.stringify(version.missing),
    })
  return planted
}

const was = (id: string) => [expect.stringContaining(`${id} was shown at `)]

describe('the list of what is not shown', () => {
  const before = { sections: { Promises: sections.Promises }, missing: listed({ P1: 'x' }).missing }

  test.each<[what: string, history: Requirements[], now: Requirements, growth: unknown[]]>([
    ['stays', [listed({ P1: 'x' })], listed({ P1: 'another reason' }), []],
    ['shrinks', [listed({ P1: 'x', P2: 'x' })], listed({ P1: 'x' }), []],
    ['is shown in part now', [listed({ P1: 'x' })], listed({}, { P1: 'x' }), []],
    ['gets a requirement that is new', [before], listed({ P1: 'x', H1: 'x' }), []],
    ['has no history', [], listed({ P1: 'x' }), []],
    ['grows', [listed({ P1: 'x' })], listed({ P1: 'x', P2: 'x' }), was('P2')],
    ['grows by a part', [listed({ P1: 'x' })], listed({ P1: 'x' }, { P2: 'x' }), was('P2')],
    ['is not shown at all any more', [listed({}, { P1: 'x' })], listed({ P1: 'x' }), was('P1')],
    ['grew in the last commit', [listed({}), listed({ P1: 'x' })], listed({ P1: 'x' }), was('P1')],
    [
      'grew again later',
      [listed({ P1: 'x' }), listed({}), listed({ P1: 'x' })],
      listed({ P1: 'x' }),
      was('P1'),
    ],
  ])('[STYLE 12] may only shrink: it %s', async (_, history, now, growth) => {
    await using planted = await plantHistory(history)
    expect(findGrowth(now, readEarlier(planted.root))).toEqual(growth)
  })
})

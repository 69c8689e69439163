import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DECIDERS } from '../mutants/deciders.ts'
import type { Sample } from './cases/proof.ts'
import { CASES } from './cases.ts'
import { checkFiles } from './check-files.ts'
import { EXEMPTIONS } from './exemptions.ts'
import { listStaleExemptions } from './list-stale-exemptions.ts'
import { readRepository } from './read-repository.ts'
import { REPOSITORY_ROOT } from './repository-root.ts'
import { CAPABILITIES } from './rooms.ts'
import { RULES } from './rules.ts'
import { listCapabilityArrows } from './rules/arrows.ts'
import { makeSourceFile } from './syntax/source-file.ts'

/** More than that nobody takes in at a glance. */
const FOLDER_MAX_FILES = 30

const brokenRules = ({ path, text }: Sample): string[] =>
  checkFiles([makeSourceFile(path, text)], RULES).map(({ rule }) => rule)

const proofs = CASES.map((proof) => ({
  ...proof,
  style: RULES.find(({ name }) => name === proof.rule)?.style,
}))

describe('the repository', () => {
  const files = readRepository(REPOSITORY_ROOT)

  test('[STYLE 14] keeps every rule', () => {
    const findings = checkFiles(files, RULES, EXEMPTIONS)
    const listed = findings.map(({ file, line, rule, message }) => `${file}:${line} [${rule}] ${message}`)
    expect(listed).toEqual([])
  })

  test('[STYLE 10] holds no exemption that excuses nothing', () => {
    expect(listStaleExemptions(files, RULES, EXEMPTIONS)).toEqual([])
  })

  test('[STYLE 10] has every decider and every test that the table of planted faults names, each decider once', () => {
    const known = new Set(files.map(({ path }) => path))
    const named = DECIDERS.flatMap(({ file, tests }) => [file, ...tests])
    expect(named.filter((path) => !known.has(path))).toEqual([])
    expect(new Set(DECIDERS.map(({ file }) => file)).size).toBe(DECIDERS.length)
  })

  test('[STYLE 14] is read as a whole, this test included', () => {
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['package.json', 'test/tidy/tidy.test.ts']),
    )
  })
})

test(`[STYLE 1] no folder of src has more than ${FOLDER_MAX_FILES} files, tests and READMEs aside`, () => {
  const counts = new Map<string, number>()
  for (const { path } of readRepository(REPOSITORY_ROOT))
    if (path.startsWith('src/') && !path.endsWith('.test.ts') && !path.endsWith('.md'))
      counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > FOLDER_MAX_FILES)).toEqual([])
})

describe('the capabilities of core', () => {
  const names = Object.keys(CAPABILITIES)

  test('[STYLE 1] take values only from those above them in the table: there is no cycle', () => {
    const upwards = names.flatMap((name, place) =>
      CAPABILITIES[name]?.filter((seen) => names.indexOf(seen) >= place).map((seen) => `${name} → ${seen}`),
    )
    expect(upwards).toEqual([])
  })

  test('[STYLE 10] use every arrow that the table has', () => {
    const used = new Set(readRepository(REPOSITORY_ROOT).flatMap(listCapabilityArrows))
    const named = names.flatMap((name) => CAPABILITIES[name]?.map((seen) => `${name} → ${seen}`) ?? [])
    expect(named.filter((arrow) => !used.has(arrow))).toEqual([])
  })
})

describe('a rule', () => {
  test.each(proofs)('[STYLE $style] refuses $refuses ($rule)', ({ rule, bad, good }) => {
    expect(brokenRules(bad)).toContain(rule)
    expect(brokenRules(good)).not.toContain(rule)
  })

  test('[STYLE 12] is seen failing before it is trusted', () => {
    const proven = new Set(CASES.map(({ rule }) => rule))
    expect([...proven].toSorted()).toEqual(RULES.map(({ name }) => name).toSorted())
  })

  test('[STYLE 5] says where it was broken and what to do instead', () => {
    const text = "// Reads.\nimport 'node:fs'\n"
    expect(checkFiles([makeSourceFile('src/core/index.ts', text)], RULES)).toEqual([
      {
        file: 'src/core/index.ts',
        line: 2,
        rule: 'node-modules',
        message:
          'imports node:fs: no module of Node in lib, protocol, core, client and web; use a port that an adapter implements',
      },
    ])
  })
})

describe('an exemption', () => {
  const file = makeSourceFile('src/server/a.ts', 'export let a = 1\n')
  const exemption = { rule: 'module-state', path: 'src/server/a.ts', why: 'a case of this test' }

  test('[STYLE 14] excuses its own file from its own rule', () => {
    const other = makeSourceFile('src/server/b.ts', 'export let b = 1\n')
    const findings = checkFiles([file, other], RULES, [exemption])
    expect(findings.map(({ rule, file: path }) => `${rule} ${path}`)).toEqual([
      'module-state src/server/b.ts',
    ])
  })

  test('[STYLE 10] is stale when the file keeps the rule again', () => {
    expect(listStaleExemptions([file], RULES, [exemption])).toEqual([])
    expect(listStaleExemptions([], RULES, [exemption])).toEqual([exemption])
  })
})

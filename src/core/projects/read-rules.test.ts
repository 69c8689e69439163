import { describe, expect, test } from 'vitest'
import { readRules } from './read-rules.ts'

const rulesOf = (texts: Record<string, string>) =>
  readRules({ commit: 'c', names: Object.keys(texts), texts }, 'main')

describe('the rules of a project', () => {
  test('come from cmux.json, with its defaults filled in', () => {
    const file = { checks: [{ name: 'test', run: 'make test' }], tiers: { forbidden: ['infra/**'] } }
    expect(rulesOf({ 'cmux.json': JSON.stringify(file), 'Cargo.toml': '' })).toEqual({
      commit: 'c',
      file: {
        checks: [{ name: 'test', run: 'make test', timeoutSec: 600, required: true }],
        tiers: { safe: [], care: [], forbidden: ['infra/**'] },
      },
      problem: null,
      checks: [{ name: 'test', run: 'make test', timeoutSec: 600, required: true }],
      checksFrom: 'cmux.json',
      waiting: null,
    })
  })

  test('are found elsewhere when cmux.json names no checks', () => {
    expect(rulesOf({ 'cmux.json': '{}', 'Cargo.toml': '' })).toMatchObject({
      checksFrom: 'Cargo.toml',
      problem: null,
    })
    expect(rulesOf({})).toMatchObject({ checksFrom: null, checks: [], problem: null })
  })

  test.each([
    ['{', /^cmux\.json is not JSON: /],
    ['[]', /^the document in cmux\.json: /],
    ['{"checks":[{"name":"x","run":"y"},{"name":"x","run":7}]}', /^checks\.1\.run in cmux\.json: /],
    ['{"check":[]}', /^check in cmux\.json: /],
    ['{"tiers":{"safe":[],"dangerous":[]}}', /^tiers\.dangerous in cmux\.json: /],
    ['{"agents":{"runtime":"cobol"}}', /^agents\.runtime in cmux\.json: /],
  ])('say what is wrong with %s, by its key, and guess nothing', (text, problem) => {
    const rules = rulesOf({ 'cmux.json': text, 'Cargo.toml': '' })
    expect(rules).toMatchObject({ file: null, checks: [], problem: expect.stringMatching(problem) })
  })

  test('say that the main branch is gone', () => {
    expect(readRules(undefined, 'trunk')).toMatchObject({
      commit: null,
      problem: 'there is no branch trunk any more',
    })
  })
})

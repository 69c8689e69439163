import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findStep } from './answer-dialog.ts'

const screenOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../../test/fixtures/agents/panes', name), 'utf8').split('\n')

const TRUST = 'Yes, I trust this folder'

test.each([
  ['below the mark', screenOf('claude-dialog-notrust.txt'), TRUST, 'Down'],
  ['above the mark', screenOf('claude-dialog-nokey.txt'), 'Yes', 'Up'],
  ['at the mark', screenOf('cx-trust.txt'), 'Trust and continue', 'Enter'],
  ['at the mark, in a frame', screenOf('gm-trust.txt'), 'Trust folder (w)', 'Enter'],
  ['nowhere', screenOf('cx-trust.txt'), TRUST, null],
  ['there, and nothing is marked', ['  1. Yes', '  2. No'], 'Yes', null],
])('[L1] a choice that is %s', (_, lines, answer, key) => {
  expect(findStep(lines, answer)).toBe(key)
})

import { expect, test } from 'vitest'
import { decideGate, type GateFacts, type GateStep } from './decide-gate.ts'

const TOOL: GateFacts = {
  kind: 'tool',
  verdict: undefined,
  asked: undefined,
  asksBeside: false,
  opensDialog: false,
}
const DIALOG: GateFacts = { ...TOOL, kind: 'dialog' }

test.each<[what: string, facts: GateFacts, step: GateStep]>([
  ['no rules: its program decides', TOOL, 'pass'],
  ['no rules, and its program asks us beside its dialog', { ...DIALOG, asksBeside: true }, 'ask'],
  ['no rules, and its program asks us before its dialog', DIALOG, 'pass'],
  ['the rules allow', { ...TOOL, verdict: 'allow' }, 'allow'],
  ['the rules allow what its program asks', { ...DIALOG, verdict: 'allow' }, 'allow'],
  ['the rules deny', { ...TOOL, verdict: 'deny' }, 'deny'],
  ['the rules ask', { ...TOOL, verdict: 'ask' }, 'ask'],
  ['the rules ask, and it has a dialog', { ...TOOL, verdict: 'ask', opensDialog: true }, 'open'],
  ['its dialog is open already', { ...DIALOG, verdict: 'ask', opensDialog: true }, 'ask'],
  [
    'no rules, its program asks beside its dialog, and it is about a tool',
    { ...TOOL, asksBeside: true },
    'pass',
  ],
  ['no rules, and it has a dialog', { ...TOOL, opensDialog: true }, 'pass'],
  ['the rules allow, and it has a dialog', { ...TOOL, verdict: 'allow', opensDialog: true }, 'allow'],
  ['the rules deny, and it has a dialog', { ...TOOL, verdict: 'deny', opensDialog: true }, 'deny'],
  ['the rules deny what its program asks beside', { ...DIALOG, verdict: 'deny', asksBeside: true }, 'deny'],
  ['asked before, at its dialog', { ...DIALOG, asked: 'waiting', opensDialog: true }, 'wait'],
  ['approved, and it has a dialog', { ...TOOL, verdict: 'ask', asked: 'approved', opensDialog: true }, 'use'],
  ['asked before', { ...TOOL, verdict: 'ask', asked: 'waiting' }, 'wait'],
  ['asked before, beside a dialog', { ...TOOL, verdict: 'ask', asked: 'waiting', opensDialog: true }, 'open'],
  ['approved', { ...TOOL, verdict: 'ask', asked: 'approved' }, 'use'],
  ['approved at an earlier gate', { ...DIALOG, verdict: 'ask', asked: 'used' }, 'allow'],
  [
    'denied by a person, whatever the rules say now',
    { ...TOOL, verdict: 'allow', asked: 'denied' },
    'refuse',
  ],
  ['expired', { ...TOOL, verdict: 'ask', asked: 'expired' }, 'refuse'],
  ['withdrawn', { ...DIALOG, asked: 'withdrawn' }, 'refuse'],
])('[O1] [O2] %s', (_, facts, step) => {
  expect(decideGate(facts)).toBe(step)
})

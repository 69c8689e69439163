import { expect, test } from 'vitest'
import { decideSandbox, type SandboxQuestion, type SandboxVerdict } from './decide-sandbox.ts'

const WORKS = { kind: 'works' } as const
const MISSING = { kind: 'missing', detail: 'bubblewrap is missing', hint: 'install it' } as const
const SANDBOXED = { kind: 'sandboxed' } as const
const REFUSED = {
  kind: 'refused',
  why: 'agents run in a sandbox, and bubblewrap is missing',
  hint: 'install it',
} as const
const NEVER = {
  kind: 'refused',
  why: 'agents run in a sandbox without exception: agents.confine.mode is always',
} as const
const ASKED = { kind: 'bare', why: 'spawned with --no-sandbox' } as const
const OFF = { kind: 'bare', why: 'agents.confine.mode is off' } as const

type Case = [SandboxQuestion['mode'], wanted: boolean, state: SandboxQuestion['state'], SandboxVerdict]

const CASES: readonly Case[] = [
  ['required', true, WORKS, SANDBOXED],
  ['required', true, MISSING, REFUSED],
  ['required', false, undefined, ASKED],
  ['required', false, WORKS, ASKED],
  ['always', true, WORKS, SANDBOXED],
  ['always', true, MISSING, REFUSED],
  ['always', false, undefined, NEVER],
  ['auto', true, WORKS, SANDBOXED],
  ['auto', true, MISSING, { kind: 'bare', why: 'bubblewrap is missing' }],
  ['auto', false, undefined, ASKED],
  ['off', true, WORKS, OFF],
  ['off', true, undefined, OFF],
  ['off', false, undefined, OFF],
]

test.each(CASES)('[S7] mode %s, sandbox wanted %s, %o: %o', (mode, wanted, state, verdict) => {
  expect(decideSandbox({ mode, what: 'agents', wanted, state })).toEqual(verdict)
})

test('[S7] a machine that nobody looked at counts as one without a sandbox', () => {
  expect(decideSandbox({ mode: 'required', what: 'checks', wanted: true })).toEqual({
    kind: 'refused',
    why: 'checks run in a sandbox, and nobody has looked whether one works here',
  })
})

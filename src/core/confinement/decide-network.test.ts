import { expect, test } from 'vitest'
import { decideNetwork, type NetworkQuestion, type NetworkVerdict } from './decide-network.ts'

const WORKS = { kind: 'works', tool: 'pasta' } as const
const MISSING = { kind: 'missing', detail: 'pasta is missing', hint: 'install it' } as const
const HOST = { kind: 'host', why: 'agents.confine.network is host' } as const
const REFUSED = {
  kind: 'refused',
  why: 'agents have a network of their own, and that does not work here: pasta is missing',
  hint: 'install it',
} as const

type Case = [NetworkQuestion['mode'], NetworkQuestion['network'], NetworkQuestion['state'], NetworkVerdict]

const CASES: readonly Case[] = [
  ['required', 'open', WORKS, { kind: 'own' }],
  ['required', 'open', MISSING, REFUSED],
  ['always', 'open', WORKS, { kind: 'own' }],
  ['always', 'open', MISSING, REFUSED],
  ['auto', 'open', WORKS, { kind: 'own' }],
  ['auto', 'open', MISSING, { kind: 'host', why: 'pasta is missing' }],
  ['auto', 'open', undefined, { kind: 'host', why: 'it was not tried' }],
  ['required', 'none', undefined, { kind: 'none' }],
  ['auto', 'none', MISSING, { kind: 'none' }],
  ['required', 'listed', undefined, { kind: 'listed' }],
  ['auto', 'listed', MISSING, { kind: 'listed' }],
  ['required', 'host', undefined, HOST],
  ['auto', 'host', WORKS, HOST],
]

test.each(CASES)('[S8] mode %s, network %s, state %o', (mode, network, state, verdict) => {
  expect(decideNetwork({ mode, network, state })).toEqual(verdict)
})

test('[S8] what was not tried does not count as working', () => {
  expect(decideNetwork({ mode: 'required', network: 'open' })).toEqual({
    kind: 'refused',
    why: 'agents have a network of their own, and that does not work here: it was not tried',
    hint: 'see docs/operating.md, "Sandbox"',
  })
})

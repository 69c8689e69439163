// Fresh proofs, on a clock of the test's own: for whom, for what and for how long they hold.
import { expect, test } from 'vitest'
import { makeSystemEntropy, sha256Secret } from '../../src/adapters/entropy/system-entropy.ts'
import { makeMemoryStore } from '../../src/adapters/store/memory-store.ts'
import type { Principal } from '../../src/core/access/principal.ts'
import { makeProofs } from '../../src/core/access/proofs.ts'
import type { TokenId } from '../../src/protocol/ids.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { OWNER } from '../fixtures/principals.ts'

const person = (digit: string): Principal => {
  const tokenId = `tok_${digit.repeat(26)}` as TokenId
  return { ...OWNER, tokenId, role: 'human', actor: `human:${tokenId}` }
}
const ANNA = person('1')
const BERT = person('2')
const HOLDS_MS = 5 * 60_000

async function open() {
  const clock = makeFakeClock()
  const store = await makeMemoryStore({ clock, onCommit: () => undefined, onLostTrust: () => undefined })
  const proofs = makeProofs({ clock, entropy: makeSystemEntropy(clock), hashSecret: sha256Secret, store })
  const refusal = (by: Principal, act: Parameters<typeof proofs.check>[1]) => {
    try {
      proofs.check(by, act)
      return undefined
    } catch (error) {
      return error
    }
  }
  return { clock, store, proofs, refusal, [Symbol.asyncDispose]: () => store.close() }
}

const TOKEN = { act: 'create-token' } as const
const UNCONFINED = { act: 'spawn', sandbox: false, workspace: undefined } as const
const REFUSED = { code: 'PROOF_NEEDED', proof: 'tokens', status: 403 }

test('[S6] a code that is confirmed is a proof: of that session, for that kind of act, for five minutes', async () => {
  await using world = await open()
  const { proofs, refusal, clock } = world
  expect(refusal(ANNA, TOKEN)).toMatchObject(REFUSED)
  const { code, state } = proofs.ask(ANNA, 'tokens')
  expect([state, code]).toEqual(['waiting', expect.stringMatching(/^[0-9A-F]{4}-[0-9A-F]{4}$/)])
  expect(refusal(ANNA, TOKEN)).toMatchObject(REFUSED)
  const confirmed = await proofs.confirm(code ?? '')
  expect(confirmed).toEqual({
    kind: 'tokens',
    state: 'given',
    session: ANNA.tokenId,
    expiresAt: '2026-01-01T00:05:00.000Z',
  })
  expect(refusal(ANNA, TOKEN)).toBeUndefined()
  expect(refusal(BERT, TOKEN)).toMatchObject(REFUSED)
  expect(refusal(ANNA, UNCONFINED)).toMatchObject({ code: 'PROOF_NEEDED', proof: 'sandbox' })
  clock.advance(HOLDS_MS - 1)
  expect(refusal(ANNA, TOKEN)).toBeUndefined()
  expect(proofs.ask(ANNA, 'tokens')).toMatchObject({ state: 'given', code: null })
  clock.advance(1)
  expect(refusal(ANNA, TOKEN)).toMatchObject(REFUSED)
  expect(proofs.list(ANNA.tokenId)).toEqual([])
})

test('[S6] a code works once, until the next one is asked for, and for five minutes; it may be typed in any way', async () => {
  await using world = await open()
  const { proofs, clock } = world
  const first = proofs.ask(ANNA, 'tokens').code ?? ''
  const second = proofs.ask(ANNA, 'tokens').code ?? ''
  await expect(proofs.confirm(first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await proofs.confirm(` ${second.toLowerCase().replace('-', ' ')} `)
  await expect(proofs.confirm(second)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(proofs.confirm('')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const late = proofs.ask(BERT, 'sandbox').code ?? ''
  clock.advance(HOLDS_MS)
  await expect(proofs.confirm(late)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('[S6] the owner’s token is proof by itself, and who is no person is judged elsewhere', async () => {
  await using world = await open()
  expect(world.refusal(OWNER, TOKEN)).toBeUndefined()
  expect(world.refusal({ ...ANNA, role: 'agent' }, TOKEN)).toBeUndefined()
})

test('[S6] each proof is in the history, without its code', async () => {
  await using world = await open()
  const { proofs, store } = world
  const { code } = proofs.ask(ANNA, 'approval')
  await proofs.confirm(code ?? '')
  await proofs.give(BERT, 'sandbox')
  const events = await store.read.events.after(0, 10)
  expect(events.map(({ type, actor, data }) => ({ type, actor, data }))).toEqual([
    {
      type: 'proof.given',
      actor: ANNA.actor,
      data: { session: ANNA.tokenId, kind: 'approval', way: 'terminal' },
    },
    {
      type: 'proof.given',
      actor: BERT.actor,
      data: { session: BERT.tokenId, kind: 'sandbox', way: 'passphrase' },
    },
  ])
})

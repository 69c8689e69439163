// Deliveries and tokens that are of no use go after a while, and no others.
import { expect, test } from 'vitest'
import { makeForgetter } from '../../src/core/archive/forgetter.ts'
import type { AgentId, DeliveryId } from '../../src/protocol/ids.ts'
import { timestampFromMs } from '../../src/protocol/timestamp.ts'
import { makeFakeClock } from '../fixtures/fake-clock.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { makePairToken, pairHash, pairId } from '../fixtures/write-pair.ts'

const DAY_MS = 86_400_000
const DELIVERIES = 450

const idOf = (number: number) => `dlv_${String(number).padStart(26, '0')}` as DeliveryId

test('[Y3] closed deliveries go after a while, but for the newest of each agent; those that are open stay', async () => {
  using folder = makeTempFolder()
  const clock = makeFakeClock()
  await using opened = await openTestStore(folder.path, { clock })
  const put = (number: number, agent: string, state: 'closed' | 'pasted') =>
    opened.store.write(({ messages }) =>
      messages.insertDelivery({
        id: idOf(number),
        agent: agent as AgentId,
        generation: 1,
        way: 'paste',
        messages: [],
        state,
        openedAt: timestampFromMs(clock.nowMs()),
        outcome: null,
      }),
    )
  await put(1, 'quiet', 'closed')
  await put(2, 'stuck', 'pasted')
  for (let number = 3; number <= DELIVERIES; number += 1) await put(number, 'busy', 'closed')
  clock.advance(91 * DAY_MS)
  await put(DELIVERIES + 1, 'busy', 'closed')
  const forgetter = makeForgetter({ ...opened, clock, keepDays: 90, pause: () => Promise.resolve() })
  const look = () => forgetter.look(new AbortController().signal)
  await look()
  const left: number[] = []
  for (let number = 1; number <= DELIVERIES + 1; number += 1)
    if (await opened.store.read.messages.delivery(idOf(number))) left.push(number)
  expect(left).toEqual([1, 2, DELIVERIES + 1])
  await put(DELIVERIES + 2, 'quiet', 'closed')
  await look()
  expect(await opened.store.read.messages.lastDelivery('quiet' as AgentId)).toMatchObject({
    id: idOf(DELIVERIES + 2),
  })
})

test('[Y3] [P7] tokens that are revoked or expired for long go; those that can be used never do', async () => {
  using folder = makeTempFolder()
  const clock = makeFakeClock()
  await using opened = await openTestStore(folder.path, { clock })
  const at = (days: number) => timestampFromMs(clock.nowMs() + days * DAY_MS)
  const tokens = [
    { expiresAt: null, revokedAt: null },
    { expiresAt: at(300), revokedAt: null },
    { expiresAt: at(1), revokedAt: null },
    { expiresAt: null, revokedAt: at(1) },
    { expiresAt: at(50), revokedAt: at(50) },
  ]
  await opened.store.write(async (writer) => {
    for (const [number, token] of tokens.entries())
      await writer.tokens.insert({ ...makePairToken(number), ...token }, pairHash(number))
  })
  clock.advance(100 * DAY_MS)
  const forgetter = makeForgetter({ ...opened, clock, keepDays: 90, pause: () => Promise.resolve() })
  await forgetter.look(new AbortController().signal)
  const { items } = await opened.store.read.tokens.page(10, undefined)
  expect(items.map(({ id }) => id)).toEqual([0, 1, 4].map(pairId))
})

// A change from its draft to its end, told to Slack and to a webhook by a whole server.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openChangeBench, type ChangeBench } from '../../fixtures/change-bench.ts'
import { startReceiver, type NoticeReceiver } from '../../fixtures/notice-receiver.ts'
import { makeChannels, writeSecrets } from '../../fixtures/notice-world.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const SLACK = '/api/chat.postMessage'

let receiver: NoticeReceiver
let bench: ChangeBench
beforeAll(async () => {
  receiver = await startReceiver()
  const { hook, slack, incoming } = makeChannels(receiver.url)
  bench = await openChangeBench({
    notices: {
      coolDownSec: 0,
      channels: { hook, slack, incoming },
      routes: { change: { to: ['hook', 'slack'], urgency: 'low' }, '*': { to: ['incoming'] } },
      slack: { apiUrl: `${receiver.url}/api/` },
    },
  })
  writeSecrets(bench.server.home, receiver.url)
  bench.server.context.notices.start()
})
afterAll(async () => {
  await bench.server.context.notices.stop()
  await bench[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

test('[I10] each step of a change and of its roll-back is told to Slack and to a webhook that ask for steps, once and in order', async () => {
  const shop = await bench.openShop()
  const change = await shop.plan([{ file: 'a.txt', type: 'modify', content: 'two\n' }])
  await shop.execute(change)
  await bench.becomes(change.id, 'good')
  await bench.post(`/api/improvements/${change.id}/rollback`)
  await bench.becomes(change.id, 'rolled_back')
  const bad = await shop.plan([{ file: 'cmux.json', type: 'modify', content: '{' }])
  await bench.post(`/api/improvements/${bad.id}/cancel`)
  const says = [
    'was drafted',
    'is queued',
    'runs its checks',
    'is being rehearsed',
    'is being merged',
    'is merged',
    'is being rolled back',
    'was rolled back',
    'was drafted',
    'was canceled',
  ]
  const wanted = says.map((word) => `change to ${shop.name} ${word}: better`)
  const told = (path: string) => receiver.takenAt(path).map(({ title }) => title)
  for (const path of ['/hook', SLACK])
    await vi.waitFor(() => expect(told(path).map(withoutMark)).toEqual(wanted), LIMIT)
  expect([told('/incoming'), receiver.faults]).toEqual([[], []])
})

/** Slack's line begins with a sign of how urgent it is. */
const withoutMark = (title: string) => title.replace(/^.*?(?=change to )/, '')

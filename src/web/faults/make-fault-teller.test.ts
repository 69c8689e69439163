import { expect, test } from 'vitest'
import type { SeenFault } from './describe-fault.ts'
import { makeFaultTeller } from './make-fault-teller.ts'

const fault = (message: string): SeenFault => ({ kind: 'error', message, where: '' })

const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

function stage(answers: (count: number) => boolean = () => true) {
  const sent: [message: string, count: number][] = []
  const waiting: (() => void)[] = []
  const teller = makeFaultTeller({
    send: ({ message }, count) => {
      sent.push([message, count])
      return Promise.resolve(answers(sent.length))
    },
    later: (run) => void waiting.push(run),
  })
  return {
    sent,
    teller,
    async passTime() {
      await settled()
      for (const run of waiting.splice(0)) run()
      await settled()
    },
  }
}

test('[L9] a fault is told at once, and then how often it came', async () => {
  const { sent, teller, passTime } = stage()
  for (let times = 0; times < 5; times += 1) teller.take(fault('a'))
  teller.take(fault('b'))
  expect(sent).toEqual([
    ['a', 1],
    ['b', 1],
  ])
  await passTime()
  expect(sent.slice(2)).toEqual([['a', 4]])
  await passTime()
  await passTime()
  teller.take(fault('a'))
  expect(sent.slice(3)).toEqual([['a', 1]])
})

test('[L9] what did not reach the server is told later, with what came meanwhile', async () => {
  const { sent, teller, passTime } = stage((number) => number > 1)
  teller.take(fault('a'))
  await passTime()
  expect(sent).toEqual([
    ['a', 1],
    ['a', 1],
  ])
})

test('[L9] a page that fails without end tells a few faults, a few times', async () => {
  const { sent, teller, passTime } = stage()
  for (let round = 0; round < 20; round += 1) {
    for (let number = 0; number < 50; number += 1) teller.take(fault(`fault ${number}`))
    await passTime()
  }
  expect([new Set(sent.map(([message]) => message)).size, sent.length]).toEqual([10, 30])
})

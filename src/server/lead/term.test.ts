import { expect, test } from 'vitest'
import { makeTerm } from './term.ts'

type Deed = 'lead' | 'hand over' | 'stop' | 'let it begin'

const DEEDS: readonly Deed[] = ['lead', 'hand over', 'stop', 'let it begin']
const LENGTH_MAX = 5

/** All orders of up to so many deeds, each as often as there is room. */
function listOrders(length: number, begun: readonly Deed[] = []): (readonly Deed[])[] {
  if (length === 0) return [begun]
  return [begun, ...DEEDS.flatMap((deed) => listOrders(length - 1, [...begun, deed]))]
}

/** What happened, in order; nothing is waited for in between, so that all of it is told at the same time. */
async function play(order: readonly Deed[]) {
  const happened: string[] = []
  const note = async (what: string) => void happened.push(what)
  const opened = Promise.withResolvers<void>()
  const term = makeTerm({
    async begin() {
      await note('begins')
      await opened.promise
      await note('begun')
      return { hand: () => note('handed'), stop: () => note('stopped') }
    },
    giveAway: () => note('given'),
  })
  const led: Promise<boolean>[] = []
  const gave: Promise<boolean>[] = []
  const stops: Promise<void>[] = []
  for (const deed of order) {
    if (deed === 'lead') led.push(term.lead())
    else if (deed === 'hand over') gave.push(term.handOver())
    else if (deed === 'stop') stops.push(term.stop('a test'))
    else {
      opened.resolve()
      await led.at(-1)
    }
  }
  opened.resolve()
  await Promise.all(stops)
  return { happened, led: await Promise.all(led), gave: await Promise.all(gave) }
}

const count = (all: readonly string[], what: string) => all.filter((each) => each === what).length

test('[P1] in every order a server leads once, hands over or stops once, and never leads after its end', async () => {
  const faults: unknown[] = []
  for (const order of listOrders(LENGTH_MAX)) {
    const { happened, led, gave } = await play(order)
    const firstEnd = order.findIndex((deed) => deed === 'hand over' || deed === 'stop')
    const isLed = order.indexOf('lead') >= 0 && (firstEnd < 0 || order.indexOf('lead') < firstEnd)
    const ended = happened.findIndex((each) => each === 'handed' || each === 'stopped')
    const isRight =
      count(happened, 'begins') === (isLed ? 1 : 0) &&
      count(happened, 'handed') + count(happened, 'stopped') <= 1 &&
      count(happened, 'given') <= 1 &&
      (ended < 0 || happened.indexOf('begun') < ended) &&
      // Those who are told that we lead are told so of a term that was not over.
      led.every((leads) => !leads || isLed) &&
      gave.every((given) => given === happened.includes('given'))
    if (!isRight) faults.push({ order, happened, led, gave })
  }
  expect(faults).toEqual([])
})

test.each([
  [
    ['lead', 'lead', 'let it begin', 'lead'],
    ['begins', 'begun'],
    [true, true, true],
  ],
  [['lead', 'hand over', 'let it begin'], ['begins', 'begun', 'handed', 'given'], [false]],
  [['hand over', 'lead', 'hand over'], ['given'], [false]],
  [['lead', 'let it begin', 'hand over', 'stop'], ['begins', 'begun', 'handed', 'given'], [true]],
  [
    ['lead', 'let it begin', 'stop', 'lead'],
    ['begins', 'begun', 'stopped'],
    [true, false],
  ],
] as const)('[P1] told %j it does %j', async (order, happened, led) => {
  expect(await play(order)).toMatchObject({ happened, led })
})

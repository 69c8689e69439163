// Who is told of a commit, and when.
import { expect, test } from 'vitest'
import type { Event } from '../../../src/protocol/event.ts'
import { catchUncaught } from '../../fixtures/catch-uncaught.ts'
import { makeFakeClock } from '../../fixtures/fake-clock.ts'
import { turnOfEventLoop } from '../../fixtures/turn-of-event-loop.ts'
import { putPair, writePair } from '../../fixtures/write-pair.ts'
import type { OpenStore } from './open-store.ts'

export function describePublishing(open: OpenStore): void {
  test('[P1] nobody is answered before the whole batch is committed and told', async () => {
    const log: string[] = []
    const onCommit = (events: readonly Event[]) => log.push(`told ${events.map(({ seq }) => seq).join(' ')}`)
    await using opened = await open({ clock: makeFakeClock(), onCommit })
    const { store } = opened
    const begun = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const first = writePair(store, 1).then(() => log.push('answered first'))
    const second = store
      .write(async (writer) => {
        begun.resolve()
        await gate.promise
        return putPair(writer, 2)
      })
      .then(() => log.push('answered second'))
    await begun.promise
    await turnOfEventLoop()
    const early = [...log]
    gate.resolve()
    await Promise.all([first, second])
    expect(early).toEqual([])
    expect(log).toEqual(['told 1 2', 'answered first', 'answered second'])
  })

  test('[P10] only events that are kept are told, and an idle batch tells of none', async () => {
    const told: Event[] = []
    const onCommit = (events: readonly Event[]) => told.push(...events)
    await using opened = await open({ clock: makeFakeClock(), onCommit })
    const undone = opened.store.write(async (writer) => {
      await putPair(writer, 1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await opened.store.write(() => Promise.resolve())
    const event = await writePair(opened.store, 2)
    expect(told).toEqual([event])
  })

  test('[P1] a listener that throws costs no writer its answer, and comes up as an uncaught error', async () => {
    await using uncaught = catchUncaught()
    await using opened = await open({ clock: makeFakeClock(), onCommit: failToListen })
    const events = await Promise.all([writePair(opened.store, 1), writePair(opened.store, 2)])
    expect(events.map(({ seq }) => seq)).toEqual([1, 2])
    expect((await writePair(opened.store, 3)).seq).toBe(3)
    await expect
      .poll(() => uncaught.errors)
      .toEqual([new Error('a bad listener'), new Error('a bad listener')])
  })
}

const failToListen = () => {
  throw new Error('a bad listener')
}

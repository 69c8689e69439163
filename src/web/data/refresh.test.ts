import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Event } from '../../protocol/event.ts'
import { makeQueryClient } from './make-query-client.ts'
import { makeRefresh } from './refresh.ts'

/** Longer than anything here waits. */
const SECOND_MS = 1000
const KEY = ['GET /api/improvements/:id', { params: { id: 'chg_1' } }] as const

const moved = (id: string) => ({ seq: 1, type: 'change.moved', at: '', data: { id } }) as unknown as Event

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A page looks at one change, and each question is answered when the test says so. */
function lookAtChange() {
  const queries = makeQueryClient()
  const asked: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(queries, {
    queryKey: KEY,
    queryFn: () => {
      const question = Promise.withResolvers<string>()
      asked.push(question)
      return question.promise
    },
  })
  observer.subscribe(() => undefined)
  return {
    refresh: makeRefresh(queries),
    asked: () => asked.length,
    async answer(state: string) {
      asked.at(-1)?.resolve(state)
      await vi.advanceTimersByTimeAsync(SECOND_MS)
      return observer.getCurrentResult().data
    },
  }
}

test('[U1] an event that comes while the first answer is on its way makes the page ask again', async () => {
  const { refresh, asked, answer } = lookAtChange()
  refresh.take([moved('chg_1')])
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  expect(await answer('checking')).toBe('checking')
  expect(asked()).toBe(2)
  expect(await answer('reviewing')).toBe('reviewing')
  expect(asked()).toBe(2)
})

test('[U1] an event that comes after the first answer makes the page ask again', async () => {
  const { refresh, asked, answer } = lookAtChange()
  await answer('checking')
  refresh.take([moved('chg_1')])
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  expect(await answer('reviewing')).toBe('reviewing')
  expect(asked()).toBe(2)
})

test('[U1] an event about something else makes the page ask nothing', async () => {
  const { refresh, asked, answer } = lookAtChange()
  refresh.take([moved('chg_2')])
  await vi.advanceTimersByTimeAsync(SECOND_MS)
  expect(await answer('checking')).toBe('checking')
  expect(asked()).toBe(1)
})

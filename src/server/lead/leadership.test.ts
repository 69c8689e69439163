import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestStore } from '../../../test/fixtures/open-test-store.ts'
import { makeTempFolder } from '../../../test/fixtures/temp-folder.ts'
import { makeSystemClock } from '../../adapters/clock/system-clock.ts'
import { isLocked, lockHome } from '../../adapters/store/lock-home.ts'
import { makeLeadership } from './leadership.ts'

async function openLeadership() {
  const stack = new AsyncDisposableStack()
  const home = stack.use(makeTempFolder()).path
  const { store } = stack.use(await openTestStore(home))
  const lockPath = join(home, 'server-lock.db')
  const firsts: string[] = []
  const first = async () => void firsts.push('first')
  const leadership = makeLeadership(store, { lockPath, clock: makeSystemClock(), first })
  return { leadership, lockPath, firsts, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test('[P1] the lead that is taken several times at once, while another still has it, is one lead', async () => {
  await using made = await openLeadership()
  const { leadership, lockPath, firsts } = made
  const other = lockHome(lockPath)
  const takes = [leadership.take(), leadership.take()]
  expect(leadership.tryTake()).toBe(false)
  other[Symbol.dispose]()
  // Before those who wait look again.
  expect(leadership.tryTake()).toBe(true)
  await Promise.all([...takes, leadership.take()])
  expect([leadership.isLeading(), firsts]).toEqual([true, ['first']])
})

test('[P1] who has yielded never leads again', async () => {
  await using made = await openLeadership()
  const { leadership, lockPath } = made
  await leadership.take()
  await leadership.yield()
  expect([leadership.tryTake(), leadership.isLeading(), isLocked(lockPath)]).toEqual([false, false, false])
  await expect(leadership.take()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  await leadership.yield()
})

// kill -9 while cmux changes itself: it ends with the old release or the new one, well, and the main branch is what runs.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProcesses } from '../../../src/host/find-processes.ts'
import type { Change, ChangeState } from '../../../src/protocol/changes/change.ts'
import { EDITED } from '../../fixtures/edited-words.ts'
import type { Family } from '../../fixtures/guarded-cmux.ts'
import { startFromOwnCheckout, UNCOMMITTED, type OwnCheckout } from '../../fixtures/own-checkout.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'

let own: OwnCheckout
beforeAll(async () => {
  own = await startFromOwnCheckout('self-kills')
})
afterAll(() => own[Symbol.asyncDispose]())

/** A program that differs, and works. */
const planWell = () => own.plan(EDITED.file, EDITED.words, EDITED.other)
const LEADS = 'export async function startWork(context: Context): Promise<Work> {'
const DIES = `${LEADS}\n  if (!context.rehearsing) setTimeout(() => process.exit(9), 1000)`
const planSick = () => own.plan('src/server/lead/start-work.ts', LEADS, DIES)

const { kill } = process
const VICTIMS: Readonly<Record<string, (family: Family) => void>> = {
  server: ({ leader }) => void kill(leader, 'SIGKILL'),
  watchdog: ({ watchdog }) => void kill(watchdog, 'SIGKILL'),
  both: ({ leader, watchdog }) => {
    kill(watchdog, 'SIGKILL')
    kill(leader, 'SIGKILL')
  },
}

/** Nothing of it is left but its release, its branch and its story. */
async function expectWell({ id }: Change): Promise<void> {
  const change = await own.show(id)
  const { git } = own.checkout
  await own.cmux.family()
  const tree = git('rev-parse', change.state === 'good' ? `${change.head}^{tree}` : `${change.base}^{tree}`)
  const { before, after } = change.release ?? { before: own.current(), after: '' }
  expect({
    tree: git('rev-parse', 'main^{tree}'),
    uncommitted: git('status', '--porcelain'),
    runs: own.current(),
    checked: existsSync(join(own.cmux.home, 'changes', id, 'tree')),
    lock: existsSync(join(own.checkout.path, '.git', 'index.lock')),
    processes: findProcesses(own.cmux.home).length,
  }).toEqual({
    tree,
    uncommitted: UNCOMMITTED,
    runs: change.state === 'good' ? after : before,
    checked: false,
    lock: false,
    processes: 3,
  })
  // A server that goes may have left half a build, which its successors remove once it is gone.
  await expect.poll(() => readdirSync(join(own.cmux.home, 'builds')), { timeout: 30_000 }).toEqual([])
}

type Kill = readonly [victim: string, state: ChangeState, plan: () => Promise<Change>, end: ChangeState[]]
const KILLS: readonly Kill[] = [
  ['server', 'rehearsing', planWell, ['good']],
  ['watchdog', 'rehearsing', planWell, ['good']],
  ['server', 'restarting', planWell, ['good']],
  // What falls while it is new is not tried twice.
  ['both', 'soaking', planWell, ['good', 'rolled_back']],
  ['server', 'rolling_back', planSick, ['rolled_back']],
]

describe('kill -9', () => {
  test.each(sampleRows('kills of a change of cmux', KILLS, { count: 1 }))(
    '[I13] [P5] of the %s while a change is %s',
    async (victim, state, plan, ends) => {
      const change = await plan()
      const family = await own.cmux.family()
      await own.execute(change)
      await own.becomes(change, state)
      // A swap has made another family of it.
      const hasSwapped = state === 'rolling_back'
      VICTIMS[victim]?.(hasSwapped ? await own.cmux.family() : family)
      expect(ends).toContain((await own.end(change)).state)
      await expectWell(change)
    },
  )
})

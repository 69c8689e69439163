// What is asked with every status is answered by an index, however long the past is.
import { expect, test } from 'vitest'
import { makeMessageTableReader } from '../../src/adapters/store/tables/message-table.ts'
import { makeTaskTableReader } from '../../src/adapters/store/tables/task-table.ts'
import { openTestStore } from '../fixtures/open-test-store.ts'
import { readPlans } from '../fixtures/read-plans.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'

test('[P8] what waits for a person is found without a look at all messages and tasks', async () => {
  using folder = makeTempFolder()
  await using opened = await openTestStore(folder.path)
  const unread = await readPlans(opened.path, (db) => makeMessageTableReader(db).unreadOf('owner', 500))
  expect(unread.plan).toEqual(['SEARCH messages USING INDEX messages_unread (receiver=?)'])
  const byAgent = await readPlans(opened.path, (db) => makeMessageTableReader(db).unreadByAgent())
  expect(byAgent.plan.filter((step) => /^SCAN messages(?! USING INDEX messages_un)/.test(step))).toEqual([])
  const asking = await readPlans(opened.path, (db) => makeTaskTableReader(db).asking(200))
  expect(asking.plan.filter((step) => !/^(SEARCH|SCAN) tasks USING INDEX tasks_asking/.test(step))).toEqual([
    'USE TEMP B-TREE FOR ORDER BY',
  ])
})

// Where an agent's work stands, on its page: live, and its words stay words.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'
import { makeChangeProject } from '../fixtures/change-project.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

const LONG = { timeout: 60_000 }

let stage: Stage
let temp: TempFolder
beforeAll(async () => {
  temp = makeTempFolder()
  stage = await openStage('state', FAST_DEMO)
  await makeChangeProject(stage.guarded, temp.path, 'shop', 'true')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

test('[U2] where its work stands is a card that follows what it says and writes', async () => {
  const task = ['--task', 'write hello.txt Hello']
  await stage.guarded.run('agent', 'spawn', 'iris', '--runtime', 'demo', '--project', 'shop', ...task)
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/agents/iris?tab=state',
  })
  const card = page.getByRole('region', { name: 'context of iris' })
  const lineOf = (title: string) =>
    card.locator('dl > div', { has: page.getByText(title, { exact: true }) }).locator('li')
  await expect
    .poll(() => lineOf('Files').allTextContents(), LONG)
    .toEqual(['hello.txt (added, not committed)'])
  expect((await lineOf('Git').allTextContents())[0]).toBe('agent/iris (1 not committed)')

  await stage.guarded.run('send', 'iris', 'progress A greeting <b>x</b> | x first word | second word')
  await expect.poll(() => lineOf('Steps').allTextContents(), LONG).toEqual(['☑ first word', '☐ second word'])
  expect(await lineOf('At').allTextContents()).toEqual(['A greeting <b>x</b>'])
  expect(await card.locator('b').count()).toBe(0)
  await shoot('agent-state')
  expect(await findFaults(page)).toEqual([])
  expect(complaints).toEqual([])
})

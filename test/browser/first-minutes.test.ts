// The first five minutes of somebody who has never seen cmux: in one page that is never loaded again.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from '../fixtures/ask.ts'
import { openStage, type Stage } from '../fixtures/open-stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('first')
})

afterAll(() => stage[Symbol.asyncDispose]())

async function showAgent(name: string): Promise<{ pid: number; generation: number; status: string }> {
  const { json } = await ask(stage.guarded, { path: `/api/agents/${name}`, token: stage.guarded.owner })
  return json as { pid: number; generation: number; status: string }
}

test('[U1] [U2] [U3] [U4] from the login link to agents at work, one that dies and one that comes back', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded)
  page.setDefaultTimeout(60_000)
  await page.evaluate(() => Object.assign(window, { isTheSame: true }))

  // With nothing registered there is a way in.
  await page.getByRole('heading', { name: 'Three steps to your first agent' }).waitFor()
  await shoot('1-nobody-here')
  await page.getByRole('button', { name: 'Start the demo' }).click()

  // The chat with the supervisor is the first thing that a new user sees.
  await page.getByRole('heading', { name: 'demo-lead' }).waitFor()
  const box = page.getByRole('textbox', { name: 'message to demo-lead' })
  await box.fill('Write a poem about tmux. Write a test that counts its lines.')
  await box.press('Enter')
  const said = page.getByText('Write a poem about tmux. Write a test').first()
  await said.waitFor()
  await page.getByText('I take this as 2 pieces').waitFor()
  await shoot('2-a-wish')

  // It becomes tasks, and they get done.
  const tasks = page.getByRole('list', { name: 'tasks, newest first' })
  await tasks.getByRole('listitem').nth(2).waitFor()
  await page.getByText('It is done').waitFor()
  await shoot('3-done')

  // A terminal is typed into.
  await page.getByRole('navigation').getByRole('link', { name: 'Agents' }).click()
  await page.getByRole('main').getByRole('link', { name: 'demo-ada', exact: true }).first().click()
  await page.getByRole('heading', { name: 'demo-ada' }).waitFor()
  await page.getByRole('tab', { name: 'Terminal' }).click()
  await page.locator('.xterm').click()
  await page.keyboard.type('say hello from the page')
  await page.keyboard.press('Enter')
  const screen = async () => {
    const { json } = await ask(stage.guarded, {
      path: '/api/agents/demo-ada/terminal',
      token: stage.guarded.owner,
    })
    return (json as { lines: string[] }).lines.join('\n')
  }
  await expect.poll(screen, { timeout: 30_000 }).toMatch(/● hello from the page/)
  await shoot('4-a-terminal')

  // An agent is killed from outside, and comes back.
  const before = await showAgent('demo-ada')
  process.kill(before.pid, 'SIGKILL')
  await expect
    .poll(() => showAgent('demo-ada'), { timeout: 60_000 })
    .toMatchObject({ generation: before.generation + 1, status: 'idle' })
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click()
  await page.getByText('demo-ada was killed (signal 9)').first().waitFor()
  await page.getByText('demo-ada restarted and resumed its session').first().waitFor()
  await shoot('5-it-came-back')

  expect(await page.evaluate(() => 'isTheSame' in window)).toBe(true)
  expect(complaints).toEqual([])
})

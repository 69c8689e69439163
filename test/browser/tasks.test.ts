// Tasks on the dashboard: the board, the tree and the page of one, with demo agents that do the work.
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { TaskView } from '../../src/protocol/tasks/task.ts'
import { startTeam, type AgentTeam } from '../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { sampleLooks } from '../fixtures/looks.ts'
import { PATIENT } from '../fixtures/guarded-cmux.ts'
import { openBrowser, type TestBrowser } from '../fixtures/open-browser.ts'

const LIMIT = { timeout: 60_000, interval: 50 }

let cmux: BuiltCmux
let team: AgentTeam
let browser: TestBrowser

beforeAll(async () => {
  cmux = await buildCmux(NO_STANDBY)
  // A thousand tasks at once on a busy machine are no hang.
  team = await startTeam(cmux, 'tasks', { watchdog: PATIENT })
  browser = await openBrowser()
  await team.spawn('ann')
  await team.spawn('ben')
  await team.becomes('ann', 'idle')
  await team.becomes('ben', 'idle')
})

afterAll(async () => {
  await browser[Symbol.asyncDispose]()
  await team.cmux.run('down', '--agents', '--now')
  await team[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

// Each page reads what changes: many that are left open would be a load of their own.
afterEach(() => Promise.all(browser.browser.contexts().map((context) => context.close())))

const openTasks = (path = '/tasks', more = {}) => browser.open(team.cmux, { path, ...more })
const add = async (task: Record<string, unknown>) => {
  const { json, status, body } = await team.ask('POST', '/api/tasks', task)
  if (status !== 201) throw new Error(`${status}: ${body}`)
  return json as TaskView
}
const show = async (id: string) => (await team.ask('GET', `/api/tasks/${id}`)).json as TaskView
const becomes = (id: string, expected: Partial<TaskView>) =>
  vi.waitFor(async () => expect(await show(id)).toMatchObject(expected), LIMIT)
const column = (page: Page, name: string) => page.getByRole('region', { name })
const card = (page: Page, { id }: Pick<TaskView, 'id'>) => page.locator(`li[data-task="${id}"]`)
const chip = (page: Page, name: string) =>
  page.getByRole('group', { name: /^agents/ }).getByRole('button', { name: new RegExp(`^${name}\\b`) })
/** A demo agent stops at it, and leaves the task as it is. */
const LEFT_ALONE = 'fail at it'

describe('the board', () => {
  test('[U4] shows at once what is added in its window, which keeps what is half typed', async () => {
    const { page, complaints, shoot } = await openTasks()
    await page.locator('body').press('n')
    await page.getByRole('textbox', { name: 'Title' }).fill('paint the shed')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'New task' }).click()
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('paint the shed')
    await page.getByLabel('Description').fill('all of it\nin green')
    await page.getByLabel('Priority').selectOption('high')
    await shoot('tasks-new')
    expect(await findFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Add task' }).click()
    const link = column(page, 'To do').getByRole('link', { name: 'paint the shed' })
    await link.waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await link.click()
    await page.getByRole('heading', { level: 1, name: 'paint the shed' }).waitFor()
    await page.getByText('in green').waitFor()
    expect(complaints).toEqual([])
  })

  test('[U4] is reached for a new task from the palette, with what it is part of and waits for', async () => {
    const [whole, first] = [await add({ title: 'the whole house' }), await add({ title: 'dig the ground' })]
    const { page } = await openTasks('/')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new task')
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Title' }).fill('lay the stones')
    await page.getByLabel('Part of').fill('whole')
    await page.getByRole('option', { name: 'the whole house' }).click()
    await page.getByLabel('After').fill('dig')
    await page.getByRole('option', { name: 'dig the ground' }).click()
    await page.getByRole('button', { name: 'Add task' }).click()
    const link = column(page, 'To do').getByRole('link', { name: 'lay the stones' })
    await link.waitFor()
    await card(page, whole).getByText('0 of 1 parts done').waitFor()
    await page.getByText('blocked by dig the ground').waitFor()
    const id = (await link.getAttribute('href'))?.split('/').at(-1) ?? ''
    expect(await show(id)).toMatchObject({ parent: whole.id, after: [first.id] })
  })

  test('[U4] assigns a card that is dragged onto an agent, and frees it again on nobody', async () => {
    const task = await add({ title: 'drag me', body: LEFT_ALONE })
    const { page, complaints } = await openTasks()
    await card(page, task).dragTo(chip(page, 'ben'))
    await becomes(task.id, { assignee: 'ben' as TaskView['assignee'] })
    await card(page, task).getByRole('link', { name: /^ben/ }).waitFor()
    await card(page, task).dragTo(chip(page, 'unassigned'))
    await becomes(task.id, { assignee: null })
    expect(complaints).toEqual([])
  })

  test('[U4] does all of it by keyboard: assign, priority, cancel', async () => {
    const task = await add({ title: 'keys only', body: LEFT_ALONE })
    const { page, complaints } = await openTasks()
    const openMenu = async () => {
      await card(page, task).getByRole('button', { name: 'actions for keys only' }).focus()
      await page.keyboard.press('Enter')
      await reaches('Assign')
    }
    /** The next key goes to what has the focus, which moves a moment after a menu is seen. */
    const reaches = (name: string) =>
      page.locator('[role=menuitem]:focus').filter({ hasText: name }).waitFor()
    await openMenu()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('menuitem', { name: 'ann' }).waitFor()
    expect(await findFaults(page)).toEqual([])
    await page.keyboard.type('ann')
    await reaches('ann')
    await page.keyboard.press('Enter')
    await becomes(task.id, { assignee: 'ann' as TaskView['assignee'] })
    await openMenu()
    await page.keyboard.press('ArrowDown')
    await reaches('Priority…')
    await page.keyboard.press('ArrowRight')
    await reaches('urgent')
    await page.keyboard.press('Enter')
    await card(page, task).getByText('urgent').waitFor()
    await openMenu()
    await page.keyboard.press('End')
    await reaches('Cancel')
    await page.keyboard.press('Enter')
    await column(page, 'Ended').getByRole('link', { name: 'keys only' }).waitFor()
    expect(await show(task.id)).toMatchObject({ state: 'canceled', priority: 'urgent' })
    expect(complaints).toEqual([])
  })

  test('[U4] [U1] moves the card when the agent completes it, and when another client changes it', async () => {
    const [work, other] = [
      await add({ title: 'say it', body: 'say hello' }),
      await add({ title: 'not this' }),
    ]
    const { page, complaints } = await openTasks()
    await column(page, 'To do').getByRole('link', { name: 'say it' }).waitFor()
    await team.cmux.run('task', 'assign', work.id, 'ann')
    await column(page, 'Done').getByRole('link', { name: 'say it' }).waitFor()
    await team.cmux.run('task', 'cancel', other.id)
    await column(page, 'Ended').getByRole('link', { name: 'not this' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('[U4] says why something is refused, and changes nothing', async () => {
    const whole = await add({ title: 'not yet' })
    await add({ title: 'a part of it', parent: whole.id })
    const { page } = await openTasks()
    await card(page, whole).getByRole('button', { name: 'actions for not yet' }).click()
    await page.getByRole('menuitem', { name: 'Mark as done' }).click()
    await page.getByText('has children that are not done').waitFor()
    expect(await show(whole.id)).toMatchObject({ state: 'submitted' })
  })

  test('[U4] shows the tasks of one agent, or those that nobody has', async () => {
    const [hers, free] = [
      await add({ title: 'for ann', assignee: 'ann', body: LEFT_ALONE }),
      await add({ title: 'for nobody' }),
    ]
    const { page } = await openTasks()
    await card(page, hers).waitFor()
    await chip(page, 'ann').click()
    await card(page, free).waitFor({ state: 'detached' })
    await card(page, hers).waitFor()
    await page.reload()
    await card(page, hers).waitFor()
    expect(await card(page, free).count()).toBe(0)
    await chip(page, 'unassigned').click()
    await card(page, free).waitFor()
    expect(await card(page, hers).count()).toBe(0)
  })
})

describe('the tree', () => {
  test('[U4] shows parts under their whole, and is walked with arrow keys', async () => {
    const whole = await add({ title: 'build a house' })
    const part = await add({ title: 'build a roof', parent: whole.id })
    const leaf = await add({ title: 'buy tiles', parent: part.id })
    const { page, complaints, shoot } = await openTasks('/tasks?as=tree')
    const line = (task: TaskView) => page.locator(`[role="treeitem"][data-task="${task.id}"]`)
    await line(leaf).waitFor()
    expect(await line(leaf).getAttribute('aria-level')).toBe('3')
    await shoot('tasks-tree')
    expect(await findFaults(page)).toEqual([])
    await line(whole).focus()
    await page.keyboard.press('ArrowLeft')
    await line(leaf).waitFor({ state: 'detached' })
    expect(await line(whole).getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => line(leaf).evaluate((element) => element === document.activeElement)).toBe(true)
    await team.ask('PATCH', `/api/tasks/${leaf.id}`, { state: 'completed' })
    await line(part).getByText('1 of 1 done').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'buy tiles' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe('the page of a task', () => {
  test('[U4] tells its history, takes the answer that the agent waits for, and brings it there', async () => {
    const body = 'task this input-required which colour?'
    const task = await add({ title: 'choose a colour', body, assignee: 'ben' })
    const { page, complaints, shoot } = await openTasks(`/tasks/${task.id}`)
    const history = page.getByRole('list', { name: 'history, oldest first' })
    await page.getByRole('heading', { name: 'Needs an answer from you' }).waitFor()
    await history.getByText('assigned it to ben').waitFor()
    await shoot('tasks-page')
    expect(await findFaults(page)).toEqual([])
    await page.getByLabel('Your answer').fill('green it is')
    await page.getByRole('button', { name: 'Answer' }).click()
    await history.getByText('green it is').waitFor()
    await becomes(task.id, { state: 'working' })
    await page.getByLabel('Add a note').fill('painted')
    await page.getByRole('button', { name: 'Complete with this result' }).click()
    await page.getByRole('region', { name: 'Result' }).getByText('painted').waitFor()
    expect(await history.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('owner added it'),
      expect.stringContaining('owner assigned it to ben'),
      expect.stringContaining('ben set it to “needs an answer”'),
      expect.stringContaining('a person set it to “working”'),
      expect.stringContaining('a person set it to “done”'),
    ])
    const { json } = await team.ask('GET', '/api/messages?agent=ben&limit=1000')
    expect(JSON.stringify(json)).toContain('green it is')
    await page.getByRole('link', { name: /in the conversation with ben/ }).click()
    await page.waitForURL(/\/agents\/ben\?.*tab=conversation/)
    expect(complaints).toEqual([])
  })

  test('[U4] cancels a whole with its parts only when asked again, and reopens it', async () => {
    const whole = await add({ title: 'give up on it' })
    const part = await add({ title: 'and on this', parent: whole.id })
    const { page } = await openTasks(`/tasks/${whole.id}`)
    await page.getByRole('button', { name: 'Cancel the task' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await show(part.id)).toMatchObject({ state: 'submitted' })
    await page.getByRole('button', { name: 'Cancel all' }).click()
    await becomes(part.id, { state: 'canceled' })
    await page.getByRole('button', { name: 'Reopen' }).click()
    await becomes(whole.id, { state: 'submitted' })
  })

  test('[U4] says so when there is no such task', async () => {
    const { page } = await openTasks(`/tasks/tsk_${'0'.repeat(26)}`)
    expect(await page.getByText('there is no task').innerText()).toContain('The task can’t be shown')
  })
})

describe('many tasks', () => {
  test('[U4] a thousand of them are bounded, and what comes is still seen', async () => {
    for (let batch = 0; batch < 10; batch += 1)
      await Promise.all(
        Array.from({ length: 100 }, (_, index) => add({ title: `many ${batch * 100 + index}` })),
      )
    const { page, complaints } = await openTasks()
    const cards = column(page, 'To do').getByRole('listitem')
    await expect.poll(() => cards.count()).toBe(30)
    expect(await column(page, 'To do').getByRole('heading').innerText()).toMatch(/\b1\d{3}$/)
    await column(page, 'To do').getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => cards.count()).toBe(130)
    await add({ title: 'on top of them', priority: 'urgent' })
    await cards.first().getByRole('link', { name: 'on top of them' }).waitFor()
    expect(complaints).toEqual([])
  })
})

describe.each(sampleLooks('tasks'))('in %s, %i wide', (theme, width) => {
  test('nothing on the board and on a task’s page keeps people out', async () => {
    const { page, shoot } = await openTasks('/tasks', { theme, width })
    const link = column(page, 'Done').getByRole('link', { name: 'say it' })
    await link.waitFor()
    await shoot(`tasks-board-${theme}-${width}`)
    expect(await findFaults(page)).toEqual([])
    await link.click()
    await page.getByRole('list', { name: 'history, oldest first' }).waitFor()
    await shoot(`tasks-page-${theme}-${width}`)
    expect(await findFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})

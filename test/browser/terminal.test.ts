// Terminals of agents on the page: live, in both directions, by keyboard, beside each other.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage } from '../fixtures/open-stage.ts'
import { openTerminalPage, readRows, waitForLive } from '../fixtures/terminal-page.ts'

let stage: Stage

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

beforeAll(async () => {
  stage = await openStage('terminal')
  for (const name of ['anna', 'bert', 'carl'])
    await stage.guarded.run('agent', 'spawn', name, '--runtime', 'demo', '--task', 'say hi')
})

afterAll(() => stage[Symbol.asyncDispose]())

const open = (agents: readonly string[], options?: Parameters<typeof openTerminalPage>[3]) =>
  openTerminalPage(stage.browser, stage.guarded, agents, options)

test('[U2] what is typed reaches the agent, and its answer is seen', async () => {
  const { page, see, focus, complaints, shoot } = await open(['anna'])
  await see('anna', 'ready')
  await focus('anna')
  await page.keyboard.type('say 2+2 is four')
  await see('anna', '❯ say 2+2 is four')
  await page.keyboard.press('Enter')
  await see('anna', /^● 2\+2 is four/m)
  await shoot('terminal-light')
  expect(complaints).toEqual([])
})

test('[U2] keys that are typed before the page knows its role reach the agent', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const { page, complaints, see, focus } = await open(['anna'], { roleAfter: mayAnswer })
  await see('anna', 'ready')
  await focus('anna')
  await page.keyboard.type('say typed early')
  answer()
  await see('anna', '❯ say typed early')
  await page.keyboard.press('Enter')
  await see('anna', /^● typed early/m)
  expect(complaints).toEqual([])
})

test('[U2] a paste of several lines is one text, and can’t end itself and go on as keys', async () => {
  const { page, context, see, focus, typed } = await open(['anna'])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await focus('anna')
  await page.evaluate(() => navigator.clipboard.writeText('say one\r\nsay two\u001b[201~\rsay three'))
  await page.keyboard.press('Control+v')
  await see('anna', / say two\[201~/)
  await page.keyboard.press('Enter')
  await see('anna', /^● one\n● two\[201~\n● three/m)
  expect(typed().map(({ term }) => term)).toEqual(['paste', 'input'])
})

test('[U2] what is selected is copied by Ctrl-C, and without a selection Ctrl-C is the agent’s', async () => {
  const { page, context, focus, typed, see } = await open(['bert'])
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await see('bert', 'ready')
  await focus('bert')
  await page.locator('[data-terminal="bert"] .xterm').dblclick({ position: { x: 10, y: 8 } })
  await page.keyboard.press('Control+c')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('demo')
  expect(typed()).toEqual([])
  await page.keyboard.press('Control+c')
  await expect.poll(typed).toEqual([{ term: 'input', agent: 'bert', base64: 'Aw==' }])
})

test('[U2] text is found in the scrollback by keyboard, and Escape goes back to the terminal', async () => {
  const { page, see, focus, typed, print } = await open(['bert'])
  await see('bert', 'ready')
  print('bert', `needle at the top\r\n${'hay\r\n'.repeat(300)}needle below\r\n`)
  await see('bert', 'needle below')
  await focus('bert')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('needle')
  const bar = page.getByRole('search')
  await expect.poll(() => bar.textContent()).toContain('2 of 2')
  await page.keyboard.press('Enter')
  await see('bert', 'needle at the top')
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  expect(typed()).toEqual([])
  await page.keyboard.type('x')
  await expect.poll(typed).toEqual([{ term: 'input', agent: 'bert', base64: 'eA==' }])
})

test('[U2] Tab is the agent’s, and there is a way out without the mouse', async () => {
  const { page, focus, typed } = await open(['bert'])
  await focus('bert')
  await page.keyboard.press('Tab')
  await expect.poll(typed).toEqual([{ term: 'input', agent: 'bert', base64: 'CQ==' }])
  for (const keys of ['Control+Shift+Escape', 'Control+Shift+ArrowUp']) {
    await page.keyboard.press(keys)
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toMatch(/^find in/)
    await page.keyboard.press('Shift+Tab')
    await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe('terminal of bert')
  }
  expect(typed()).toHaveLength(1)
})

test('[P7] who may only look sends nothing', async () => {
  const { page, sent, see, focus } = await open(['bert'])
  await page.route('**/api/me', (route) =>
    route.fulfill({ json: { actor: 'observer', role: 'observer', agent: null } }),
  )
  await page.reload()
  await waitForLive(page, 'bert')
  await page.getByText('Read-only.').waitFor()
  await see('bert', 'demo agent')
  sent.length = 0
  await focus('bert')
  await page.keyboard.type('nobody hears this')
  await page.setViewportSize({ width: 900, height: 600 })
  await page.getByRole('button', { name: 'close the terminal of bert' }).click()
  await expect.poll(() => sent).toEqual([{ term: 'close', agent: 'bert' }])
})

test('[U2] of several who look the last one has the size, and the others see it as it is', async () => {
  const wide = await open(['carl'], { width: 1200, height: 700 })
  const narrow = await open(['carl'], { width: 600, height: 600 })
  const columns = (page: typeof wide) =>
    page.page.evaluate(() => document.querySelector('[data-terminal] .xterm-screen')?.clientWidth ?? 0)
  await expect.poll(() => columns(wide)).toBeLessThan(600)
  await expect.poll(async () => (await columns(wide)) === (await columns(narrow))).toBe(true)
  await wide.focus('carl')
  await expect.poll(() => columns(wide)).toBeGreaterThan(700)
  await expect.poll(async () => (await columns(wide)) === (await columns(narrow))).toBe(true)
})

test('[U2] a page that learns late of an agent’s start leaves the size to the one who has it', async () => {
  const wide = await open(['carl'], { width: 1200, height: 700 })
  const gate = Promise.withResolvers<void>()
  const narrow = await open(['carl'], { width: 600, height: 600, eventsAfter: gate.promise })
  await wide.focus('carl')
  await expect.poll(() => wide.sent.map(({ term }) => term)).toContain('resize')
  narrow.sent.length = 0
  gate.resolve()
  await narrow.page.locator('[data-connection="live"]').waitFor()
  expect(narrow.sent).toEqual([])
})

test('[U2] terminals stand side by side, and the address remembers which', async () => {
  const { page, see, complaints, shoot } = await open(['anna', 'bert'], { theme: 'dark', width: 1500 })
  await page.getByRole('button', { name: 'show another agent’s terminal' }).click()
  await page.getByRole('menuitem', { name: 'carl' }).click()
  await see('carl', 'demo · ready')
  expect(new URL(page.url()).searchParams.get('show')).toBe('anna,bert,carl')
  await shoot('terminals-dark')
  await page.evaluate(AXE)
  const faults = await page.evaluate(
    'axe.run("#main").then(({ violations }) => violations.map(({ id }) => id))',
  )
  expect(faults).toEqual([])
  await page.getByRole('button', { name: 'close the terminal of anna' }).click()
  await page.reload()
  await waitForLive(page, 'carl')
  await expect.poll(() => page.locator('[data-terminal]').count()).toBe(2)
  expect(complaints).toEqual([])
})

test('[U2] on a phone they stand one below the other', async () => {
  const { page, see, shoot } = await open(['anna', 'bert'], { width: 390, height: 844 })
  await see('bert', 'demo · ready')
  await shoot('terminals-phone')
  const boxes = await page.locator('[data-terminal]').evaluateAll((all) =>
    all.map((one) => {
      const { left, right, top } = one.getBoundingClientRect()
      return { isInside: left >= 0 && right <= innerWidth, top }
    }),
  )
  expect(boxes.map(({ isInside }) => isInside)).toEqual([true, true])
  expect(boxes[0]?.top).toBeLessThan(boxes[1]?.top ?? 0)
})

test('[U2] a terminal that loses the graphics card goes on as text', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/terminals?show=anna' })
  await waitForLive(page, 'anna')
  // Without a card that is any good it is text from the beginning.
  await page.locator('[data-terminal] canvas').evaluateAll((all) => {
    for (const canvas of all as HTMLCanvasElement[])
      canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
  })
  await page.locator('[data-drawn-by="text"]').waitFor()
  await expect.poll(async () => (await readRows(page, 'anna')).join('\n')).toContain('ready')
  expect(complaints).toEqual([])
})

// Agents in the dashboard: spawned, watched with the evidence, asked for things, and their work looked at.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { confirmProof } from '../fixtures/confirm-proof.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { sampleLooks } from '../fixtures/looks.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'
import { listenOnLoopback } from '../fixtures/reach-out.ts'
import { runCommand } from '../fixtures/run-command.ts'
import type { Agent } from '../../src/protocol/agents/agent.ts'

let stage: Stage

beforeAll(async () => {
  stage = await openStage('agents', FAST_DEMO)
  await addProject('garden')
})

afterAll(() => stage[Symbol.asyncDispose]())

afterEach(() => stage.closePages())

const LONG = { timeout: 60_000 }

async function addProject(name: string): Promise<void> {
  const path = join(stage.cmux.folder, name)
  mkdirSync(path)
  writeFileSync(join(path, 'readme.txt'), 'a garden\n')
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@localhost']
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '.'],
    [...identity, 'commit', '-qm', 'Begin'],
  ])
    await runCommand('git', ['-C', path, ...args])
  await stage.guarded.run('project', 'add', path)
}

const statusOf = (page: Page) => page.locator('[data-agent-status]').first()
async function hasStatus(page: Page, status: string): Promise<void> {
  await expect.poll(() => statusOf(page).getAttribute('data-agent-status'), LONG).toBe(status)
}

async function tell(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: `message to ${name}` }).fill(text)
  await page.keyboard.press('Enter')
}

test('[U2] an empty list says what to do; the dialog checks the name, spawns, and goes to the agent', async () => {
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, { path: '/agents' })
  await page.getByText('No agents yet').waitFor()
  await page.getByRole('button', { name: 'Spawn', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Spawn an agent' })
  const name = dialog.getByLabel('Name')
  await expect.poll(() => name.evaluate((field) => field === document.activeElement), LONG).toBe(true)
  await name.fill('Iris <b>')
  await dialog.getByText('for example iris-b').waitFor()
  expect(await dialog.getByRole('button', { name: 'Spawn' }).isDisabled()).toBe(true)
  await name.fill('iris')
  await dialog.getByLabel('Task').fill('write hello.txt Hello\nsay done')
  await dialog.getByRole('radio', { name: /^demo/ }).check()
  await dialog.getByText(/^Not ready on this machine/).click()
  await dialog.getByText('npm install -g @openai/codex').waitFor()
  await shoot('spawn')
  expect(await dialog.evaluate((window) => window.scrollWidth <= window.clientWidth)).toBe(true)
  expect(await findFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Spawn' }).click()
  await page.waitForURL(/\/agents\/iris/)
  await hasStatus(page, 'idle')
  await page.getByText('sandboxed', { exact: true }).waitFor()
  await page.locator('[data-terminal="iris"][data-phase="live"]').waitFor()
  await page.getByRole('region', { name: 'conversation with iris' }).waitFor()
  expect(complaints).toEqual([])
})

test('[U2] the status changes by itself, with the evidence on focus', async () => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/agents/iris' })
  await hasStatus(page, 'idle')
  await tell(page, 'iris', 'ask may I?')
  await hasStatus(page, 'waiting')
  await statusOf(page).focus()
  await page.getByText('The agent asked something and is waiting for an answer.').waitFor()
  const evidence = page.getByRole('list', { name: 'evidence' }).locator('li')
  // First cmux holds the call at its gate; then its program opens the dialog.
  await expect
    .poll(async () => (await evidence.allTextContents()).join('\n'), LONG)
    .toMatch(/hook[\s\S]*may I\?/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Interrupt' }).click()
  await hasStatus(page, 'idle')
})

test('[G3] work is shown as a diff, committed or not, and marks in it are written out', async () => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/agents/iris?tab=work' })
  const hello = page.locator('[data-file="hello.txt"]')
  await hello.getByText('not committed').waitFor()
  expect(await hello.locator('[data-line="added"] code').allTextContents()).toEqual(['Hello'])
  await tell(page, 'iris', 'append hello.txt <img src=x onerror=alert(1)> \u202Ereversed\ncommit Greet')
  await page.getByText('1 ahead of main, 0 behind').waitFor()
  await expect
    .poll(() => hello.locator('[data-line="added"] code').allTextContents(), LONG)
    .toEqual(['Hello', String.raw`<img src=x onerror=alert(1)> \u202ereversed`])
  await hello.locator('summary').press('Enter')
  await expect.poll(() => hello.locator('[data-line]').count(), LONG).toBe(0)
})

test('[A7] an agent is stopped, started and removed from its page, and its lives are told', async () => {
  const { page } = await stage.browser.open(stage.guarded, { path: '/agents/iris?tab=lives' })
  const choose = async (title: string) => {
    await page.getByRole('button', { name: 'actions for iris' }).press('Enter')
    await page.getByRole('menuitem', { name: title }).click()
  }
  await hasStatus(page, 'idle')
  await choose('Stop')
  await hasStatus(page, 'stopped')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await hasStatus(page, 'idle')
  await expect
    .poll(
      () => page.locator('[data-life]').evaluateAll((lives) => lives.map((life) => life.dataset['life'])),
      LONG,
    )
    .toEqual(['2', '1'])
  await choose('Remove')
  const dialog = page.getByRole('dialog', { name: 'Remove iris?' })
  await dialog.getByText('No work is lost').waitFor()
  await dialog.getByRole('button', { name: 'Remove iris' }).click()
  await page.waitForURL(/\/agents(\?|$)/, LONG)
  await page.getByText('No agents yet').waitFor(LONG)
  await page.goto(new URL('/agents/iris', page.url()).href)
  await page.getByText('No agent named iris').waitFor()
})

test('[U2] [U8] the list is parted by projects, narrowed by words and status, and follows what happens', async () => {
  await stage.guarded.run(
    'agent',
    'spawn',
    'rosa',
    '--runtime',
    'demo',
    '--task',
    'say <script>alert(1)</script>',
  )
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/agents' })
  await page.locator('[data-agent="rosa"]').getByText('say <script>alert(1)</script>').waitFor()
  await page.getByRole('heading', { name: 'garden' }).waitFor()
  // Spawned elsewhere while we look.
  await stage.guarded.run('agent', 'spawn', 'theo', '--runtime', 'demo', '--role', 'reviewer')
  await page.locator('[data-agent="theo"]').waitFor()
  await page.getByRole('searchbox', { name: 'words' }).fill('reviewer')
  await expect.poll(() => page.locator('[data-agent]').count(), LONG).toBe(1)
  await page.getByRole('combobox', { name: 'status' }).selectOption('dead')
  await page.getByText('No agents match these filters').waitFor()
  expect(complaints).toEqual([])
})

test('[S1] an agent in the checkout needs a tick of the person, and is marked on its page and in the list', async () => {
  const seen = await stage.browser.open(stage.guarded, { path: '/agents' })
  const { page, complaints } = seen
  await page.getByRole('button', { name: 'Spawn', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Spawn an agent' })
  await dialog.getByLabel('Name').fill('gast')
  await dialog.getByRole('radio', { name: /^demo/ }).check()
  await dialog.getByLabel('Workspace').selectOption('checkout')
  const tick = dialog.getByRole('checkbox', { name: /^The agent may change and delete files/ })
  await dialog.getByRole('button', { name: 'Spawn' }).click()
  expect(await tick.evaluate((box: HTMLInputElement) => box.validity.valueMissing)).toBe(true)
  expect((await stage.guarded.run('agent', 'show', 'gast')).code).toBe(1)
  await tick.check()
  await dialog.getByRole('button', { name: 'Spawn' }).click()
  await confirmProof(stage.guarded, seen, page.getByText('works in your checkout'))
  expect(page.url()).toMatch(/\/agents\/gast/)
  await page.goto(new URL('/agents', page.url()).href)
  await page.locator('[data-agent="gast"]').getByText('in your checkout').waitFor()
  expect(complaints).toEqual([])
})

test('[S8] a port that an agent was refused stands on its page, and is opened there with a proof', async () => {
  await using service = await listenOnLoopback()
  const knock = `require("net").connect(${service.port}, "127.0.0.1").on("error", () => 0).on("connect", () => require("fs").writeFileSync("in", ""))`
  const loop = `while [ ! -e in ]; do node -e '${knock}'; sleep 0.2; done; sleep 600`
  // What comes after the two dashes is the agent's, a home that is added there too.
  const options = ['--home', stage.guarded.home, '--runtime', 'shell', '--no-wait']
  const spawned = ['agent', 'spawn', 'pia', ...options, '--', '/bin/bash', '-c', loop]
  expect(await stage.guarded.run(...spawned)).toMatchObject({ code: 0, stderr: '' })
  const seen = await stage.browser.open(stage.guarded, { path: '/agents/pia' })
  const { page, complaints, shoot } = seen
  await page.getByText(`pia asks for port ${service.port} of this machine`).waitFor()
  await shoot('wanted-port')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'This agent' }).click()
  const open = page.getByText(`may use port ${service.port} of this machine`)
  await confirmProof(stage.guarded, seen, open.first())
  const { folder } = JSON.parse((await stage.guarded.run('agent', 'show', 'pia', '--json')).stdout) as Agent
  await expect.poll(() => existsSync(join(folder, 'in')), LONG).toBe(true)
  await shoot('open-port')
  expect(complaints).toEqual([])
  // Its page would go on asking for an agent that is gone.
  await page.close()
  await stage.guarded.run('agent', 'remove', 'pia')
})

/** The address of each tab, and its title. */
const TABS = [
  ['terminal', 'Terminal'],
  ['tasks', 'Tasks'],
  ['work', 'Diff'],
  ['lives', 'Runs'],
] as const

test('nothing keeps people out, in both themes and on a phone', async () => {
  for (const [theme, width] of sampleLooks('agents')) {
    const size = { theme, width, height: width === 390 ? 844 : 800 }
    const { page, shoot } = await stage.browser.open(stage.guarded, { path: '/agents', ...size })
    await page.locator('[data-agent="theo"]').waitFor()
    await shoot(`agents-${theme}-${width}`)
    expect(await findFaults(page)).toEqual([])
    for (const [tab, name] of TABS) {
      await page.goto(new URL(`/agents/rosa?tab=${tab}`, page.url()).href)
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await page.locator('[data-connection="live"]').waitFor()
      if (tab === 'terminal') await page.locator('[data-phase="live"]').waitFor()
      await shoot(`agent-${tab}-${theme}-${width}`)
      expect(await findFaults(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  }
})

// Looking around in a workspace and in the journal, in the dashboard.
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Agent } from '../../src/protocol/agent.ts'
import { ask } from '../fixtures/ask.ts'
import { makeChangeProject } from '../fixtures/change-project.ts'
import { findFaults } from '../fixtures/find-faults.ts'
import { FAST_DEMO, openStage, type Stage } from '../fixtures/open-stage.ts'
import { makeTempFolder, type TempFolder } from '../fixtures/temp-folder.ts'

let stage: Stage
let temp: TempFolder
let workspace: string

beforeAll(async () => {
  temp = makeTempFolder()
  stage = await openStage('files', FAST_DEMO)
  await makeChangeProject(stage.guarded, temp.path, 'shop', 'true')
  await stage.guarded.run('agent', 'spawn', 'ada', '--runtime', 'demo', '--project', 'shop')
  const { json } = await ask(stage.guarded, { path: '/api/agents/ada', token: stage.guarded.owner })
  workspace = (json as Agent).workspace ?? '?'
})

afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

afterEach(() => stage.closePages())

const HOSTILE = '<img src=x onerror="document.title=1">\n\u202egpj.exe\n'

test('[U10] a person goes from an agent’s work to its files, reads one, and sees where links lead', async () => {
  mkdirSync(join(workspace, 'src', 'deep'), { recursive: true })
  writeFileSync(join(workspace, 'src', 'deep', 'hostile.ts'), HOSTILE)
  symlinkSync('src/deep/hostile.ts', join(workspace, 'shortcut'))
  symlinkSync('/etc/passwd', join(workspace, 'outside'))
  const { page, complaints, shoot } = await stage.browser.open(stage.guarded, {
    path: '/agents/ada?tab=work',
  })
  await page.getByRole('link', { name: 'All files' }).click()
  const list = page.getByRole('list', { name: 'what is in this folder' })
  await list.getByRole('link', { name: 'src' }).click()
  await list.getByRole('link', { name: 'deep' }).click()
  await list.getByRole('link', { name: 'hostile.ts' }).click()
  // As text, and with its tricks written out.
  await page.locator('[data-text]', { hasText: '<img src=x' }).waitFor()
  expect(await page.locator('[data-text]').innerText()).toContain('\\u202egpj.exe')
  await shoot('files-text')
  expect(await findFaults(page)).toEqual([])
  await page.getByRole('navigation', { name: 'the way here' }).getByRole('link', { name: 'top' }).click()
  await list.getByRole('link', { name: 'outside' }).click()
  await page.getByText('which is outside of this root').waitFor()
  await page.goBack()
  await shoot('files-folder')
  expect(await findFaults(page)).toEqual([])
  await list.getByRole('link', { name: 'shortcut' }).click()
  await page.getByRole('link', { name: 'src/deep/hostile.ts' }).click()
  await page.locator('[data-text]').waitFor()
  expect(complaints).toEqual([])
})

test('[U10] what an agent writes comes in by itself; an empty journal says so', async () => {
  const { page, complaints } = await stage.browser.open(stage.guarded, { path: '/files?root=workspace:ada' })
  await page.getByRole('link', { name: 'a.txt' }).waitFor()
  writeFileSync(join(workspace, 'new.txt'), 'new')
  await page.getByRole('link', { name: 'new.txt' }).waitFor({ timeout: 30_000 })
  await page.getByLabel('Files of').selectOption('journal')
  await page.getByRole('heading', { name: 'the journal' }).waitFor()
  expect(complaints).toEqual([])
})

// A real Claude Code changes code by the tool that cmux gives it: what is right is adopted, and of what is not it reads why.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Change } from '../../src/protocol/changes/change.ts'
import type { Project } from '../../src/protocol/projects/project.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import { openRepository, type GitRepository } from '../fixtures/git-repository.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 1000 }

let built: BuiltCmux
let stage: Stage
let project: GitRepository
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, ['claude'])
  const { items } = (await stage.team.ask('GET', '/api/projects')).json as { items: Project[] }
  project = openRepository(items[0]?.path ?? '')
  project.commit({ 'cmux.json': JSON.stringify({ checks: [{ name: 'words', run: '! grep broken a.txt' }] }) })
  await stage.spawn('claude', 'play hello')
  await stage.team.becomes('claude', 'idle')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** It is asked once. */
async function ends(id: string, script: string): Promise<Change> {
  await stage.team.ask('POST', '/api/messages', { to: 'claude', body: `play ${script}` })
  return vi.waitFor(async () => {
    const { status, json } = await stage.team.ask('GET', `/api/improvements/${id}`)
    const change = json as Change
    if (status === 200 && ['good', 'refused'].includes(change.state)) return change
    throw new Error(`${id} is not at its end: ${JSON.stringify(json)}`)
  }, LIMIT)
}
const reads = (words: string) =>
  vi.waitFor(
    () => expect(stage.models.claude.asked.some(({ body }) => body.includes(words))).toBe(true),
    LIMIT,
  )

test('[I12] Claude Code plans and executes a change, and it is adopted', async () => {
  const id = `chg_${'0'.repeat(25)}1`
  expect(await ends(id, 'improve')).toMatchObject({ state: 'good', author: 'agent:claude' })
  expect(readFileSync(join(project.path, 'a.txt'), 'utf8')).toBe('two\n')
  await reads(`${id} is merged`)
})

test('[I12] [I6] a change that fails its check is refused, and Claude Code reads why', async () => {
  const id = `chg_${'0'.repeat(25)}2`
  expect(await ends(id, 'breakit')).toMatchObject({ state: 'refused' })
  expect(readFileSync(join(project.path, 'a.txt'), 'utf8')).toBe('two\n')
  await reads(`${id} is not merged (checks failed): nothing was changed`)
  // And once more by mail, as every author does.
  await reads('was not merged')
})

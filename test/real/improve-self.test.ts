// A real Claude Code changes the cmux that runs it: what is right becomes the release that serves, and of what gets sick it hears why.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Change } from '../../src/protocol/changes/change.ts'
import { EDITED } from '../fixtures/edited-words.ts'
import type { GitCheckout } from '../fixtures/git-checkout.ts'
import { launchedFrom, makeOwnCheckout, openOwn, QUICK, type OwnCheckout } from '../fixtures/own-checkout.ts'
import { borrowDependencies } from '../fixtures/shared-dependencies.ts'
import { startLoad } from '../fixtures/steady-load.ts'
import { improve } from './scripted-model/script.ts'
import { homeOfStage, startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 180_000, interval: 500 }
const GOOD = `chg_${'0'.repeat(25)}3`
const SICK = `chg_${'0'.repeat(25)}4`
/** The first line of what the server does when it leads. */
const LEADS = 'export async function startWork(context: Context): Promise<Work> {'

let checkout: GitCheckout
let stage: Stage
let own: OwnCheckout
beforeAll(async () => {
  checkout = await makeOwnCheckout()
  borrowDependencies(homeOfStage(checkout))
  const environment = launchedFrom(checkout)
  stage = await startStage(checkout, ['claude'], {
    ...QUICK,
    environment,
    project: 'cmux',
    scripts: scripts(),
  })
  own = await openOwn(checkout, stage.team.cmux)
  await stage.team.spawn('ben', { project: 'cmux' })
  await stage.spawn('claude', 'play hello')
  for (const name of ['ben', 'claude']) await stage.team.becomes(name, 'idle')
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  checkout[Symbol.dispose]()
})

function scripts() {
  const dies = `${LEADS}\n  if (!context.rehearsing) setTimeout(() => process.exit(9), 1000)`
  return {
    better: improve(GOOD, edit(EDITED.file, EDITED.words, EDITED.other)),
    sicker: improve(SICK, edit('src/server/lead/start-work.ts', LEADS, dies)),
  }
}

function edit(file: string, from: string, to: string) {
  const text = checkout.git('show', `main:${file}`)
  expect(text).toContain(from)
  return { file, content: `${text.replace(from, to)}\n` }
}

/** It is asked once. */
async function plays(script: string, id: string): Promise<Change> {
  await stage.team.ask('POST', '/api/messages', { to: 'claude', body: `play ${script}` })
  await vi.waitFor(async () => {
    const { status, json } = await stage.team.ask('GET', `/api/improvements/${id}`)
    if (status === 200 && (json as Change).state !== 'planned') return
    throw new Error(`${id} is not on its way: ${JSON.stringify(json)}`)
  }, LIMIT)
  await letThrough(id)
  return own.end(await own.show(id))
}

/** What runs outside of the sandbox is decided by a person: here, the test. */
async function letThrough(id: string): Promise<void> {
  const { sha256 } = await own.becomes(await own.show(id), 'reviewing')
  const { status } = await own.post(`/api/improvements/${id}/review`, { verdict: 'approve', sha256 })
  expect(status).toBe(200)
}
const hears = (words: string) =>
  vi.waitFor(
    () => expect(stage.models.claude.asked.some(({ body }) => body.includes(words))).toBe(true),
    LIMIT,
  )
const pids = async () =>
  Object.fromEntries(
    (await stage.team.list()).map(({ name, pid, generation }) => [name, { pid, generation }]),
  )
const main = () => checkout.git('rev-parse', 'main')

test('[P5] [P3] [I12] Claude Code changes cmux: it becomes a good release, no request fails, and all agents live on', async () => {
  const [before, agents] = [own.current(), await pids()]
  const load = startLoad(stage.team.cmux, { clients: 2, keepAlive: false, writers: 2 })
  const played = plays('better', GOOD)
  // The load ends, whatever becomes of the change.
  await Promise.allSettled([played])
  const [counts, change] = [await load.end(), await played]
  expect(change).toMatchObject({ state: 'good', tier: 'forbidden', author: 'agent:claude' })
  expect(change.leave).toMatchObject({ sha256: change.sha256, by: 'owner', via: 'review' })
  const after = own.current()
  expect(change.release).toEqual({ before, after })
  expect(await own.release(after)).toMatchObject({ state: 'good', current: true })
  expect([after.slice(0, 12), main()]).toEqual([change.head.slice(0, 12), change.head])
  expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
  expect(await pids()).toEqual(agents)
  await hears('change to cmux is merged, running and healthy')
})

test('[P5] [I6] what breaks when it starts to lead is taken back by itself, and Claude Code hears why', async () => {
  const [before, base, agents] = [own.current(), main(), await pids()]
  const change = await plays('sicker', SICK)
  expect(change).toMatchObject({ state: 'rolled_back', tier: 'forbidden', author: 'agent:claude' })
  expect(change.sick).toMatch(/^release \S+ crashed \(exit status 9\)$/)
  expect(own.current()).toBe(before)
  expect(await own.release(String(change.release?.after))).toMatchObject({ state: 'bad' })
  expect(checkout.git('diff', '--stat', base, 'main')).toBe('')
  expect(await pids()).toEqual(agents)
  await hears('change to cmux was rolled back')
  await hears(`Why: ${change.sick}`)
})

// Changes of a project whose service runs: tried apart, brought in without a gap, and taken back when they get sick.
import { cpSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change, ChangeState } from '../../../src/protocol/changes/change.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { listMarked } from '../../fixtures/list-marked.ts'
import { sampleRows } from '../../fixtures/sample-rows.ts'
import { startVisitors } from '../../fixtures/visitors.ts'
import { LIMIT, startWardWorld, type WardWorld } from '../../fixtures/ward-world.ts'

const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'guarded-service')
const RULES = JSON.parse(readFileSync(join(EXAMPLE, 'cmux.json'), 'utf8')) as { service: object }
let built: BuiltCmux
let world: WardWorld
beforeAll(async () => {
  built = await buildCmux()
  world = await startWardWorld(built, 'improve-ward')
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const show = async (id: string) => (await world.get(`/api/improvements/${id}`)) as Change
const becomes = async (id: string, state: ChangeState) => {
  await expect.poll(async () => (await show(id)).state, LIMIT).toBe(state)
  return show(id)
}

/** The example, as a project of its own, with its service up. */
async function begin(name: string, service: object = {}) {
  const path = join(realpathSync(built.folder), 'projects', name)
  cpSync(EXAMPLE, path, { recursive: true })
  const rules = { ...RULES, service: { ...RULES.service, ...service } }
  const repository = await world.add(name, { 'cmux.json': JSON.stringify(rules) })
  const up = await world.turns(name, 'well')
  const propose = async (plan: object) => {
    const planned = await world.post('/api/improvements', { ...plan, project: name })
    const change = planned.json as Change
    const { status } = await world.post(`/api/improvements/${change.id}/execute`)
    expect([planned.status, status]).toEqual([201, 202])
    return change
  }
  const example = (file: string) =>
    propose(JSON.parse(readFileSync(join(EXAMPLE, 'changes', `${file}.json`), 'utf8')) as object)
  const rewrite = (content: string) =>
    propose({ description: 'better', changes: [{ file: 'src/respond.mjs', type: 'modify', content }] })
  const main = () => repository.git('rev-parse', 'main')
  return { repository, port: up.port ?? 0, first: up.wanted.commit, example, rewrite, main }
}

/** It gets sick with its 31st request. On a busy machine these may take longer than the example's soak; a sick one ends it anyway. */
const SICK = { soakSec: 60 }

describe('a change of a project with a service', () => {
  let good: Awaited<ReturnType<typeof begin>> & { id: string }

  test('[I8] [G2] that is good serves after it was tried, and nobody who asks meanwhile fails', async () => {
    const project = await begin('good')
    const { port, main, example } = project
    const visitors = startVisitors(port)
    const change = await example('good')
    good = { ...project, id: change.id }
    await becomes(change.id, 'good')
    const counts = await visitors.end()
    expect([Object.keys(counts), main()]).toEqual([['200'], change.head])
    expect(await world.turns('good', 'well')).toMatchObject({ serving: change.head, reserve: null, port })
    expect(await (await fetch(`http://127.0.0.1:${port}/tea`)).text()).toMatch(/ at 20/)
    expect(listMarked(change.id)).toEqual([])
  })

  test('[I6] [G2] that is good is taken back by hand, and nobody who asks meanwhile fails', async () => {
    const { repository, port, first, main } = good
    const visitors = startVisitors(port)
    await world.post(`/api/improvements/${good.id}/rollback`)
    await becomes(good.id, 'rolled_back')
    expect(Object.keys(await visitors.end())).toEqual(['200'])
    expect(repository.git('diff', '--stat', first, 'main')).toBe('')
    await world.turns('good', 'well', { serving: main() })
  })

  test('[I6] [G2] that gets sick when it runs is rolled back, and nobody who asks meanwhile fails', async () => {
    const { repository, port, first, main, example } = await begin('sick', SICK)
    const visitors = startVisitors(port)
    const change = await example('breaks-when-it-runs')
    const { note, undone } = await becomes(change.id, 'rolled_back')
    const counts = await visitors.end()
    expect([Object.keys(counts), note]).toEqual([['200'], expect.stringContaining('500')])
    expect(main()).toBe(undone?.to)
    expect(repository.git('diff', '--stat', first, 'main')).toBe('')
    expect(await world.turns('sick', 'well')).toMatchObject({ serving: first, reserve: null })
  })

  test('[I5] [G2] that does not get well apart is refused before anything moves', async () => {
    const { first, main, rewrite } = await begin('still-born', { readySec: 3 })
    const isTest = "process.env.NODE_TEST_CONTEXT !== undefined || path !== '/health'"
    const change = await rewrite(
      `export const respond = (path) => (${isTest} ? { status: 200, body: 'Hello' } : { status: 503, body: '' })\n`,
    )
    const { note, checks } = await becomes(change.id, 'refused')
    expect([checks.map(({ outcome }) => outcome), note]).toEqual([
      ['passed'],
      expect.stringContaining('its service was not well within 3 s: /health answers 503'),
    ])
    expect([main(), (await world.ward('still-born')).serving, listMarked(change.id)]).toEqual([
      first,
      first,
      [],
    ])
  })
})

const KILLS: readonly (readonly [state: ChangeState, file: string, end: ChangeState])[] = [
  ['rehearsing', 'good', 'good'],
  ['restarting', 'good', 'good'],
  ['soaking', 'good', 'good'],
  ['soaking', 'breaks-when-it-runs', 'rolled_back'],
  ['rolling_back', 'breaks-when-it-runs', 'rolled_back'],
]

describe('kill -9 of the server', () => {
  test.each(sampleRows('kills of a service', KILLS, { count: 1 }))(
    '[I13] [G2] while a change is %s (%s): it ends as %s, and nobody who asks fails',
    async (state, file, end) => {
      const name = `kill-${state.replace('_', '-')}-${end.replace('_', '-')}`
      const { port, first, main, example } = await begin(name, {
        restartDelaySec: 2,
        ...(end === 'rolled_back' && SICK),
      })
      const visitors = startVisitors(port)
      const change = await example(file)
      await expect.poll(async () => statesOf(change.id), LIMIT).toContain(state)
      process.kill((await world.cmux.family()).leader, 'SIGKILL')
      const { head, undone } = await becomes(change.id, end)
      expect(Object.keys(await visitors.end())).toEqual(['200'])
      expect([main(), (await world.turns(name, 'well')).serving, listMarked(change.id)]).toEqual(
        end === 'good' ? [head, head, []] : [undone?.to, first, []],
      )
    },
  )
})

const statesOf = async (id: string) => (await show(id)).steps.map(({ to }) => to)

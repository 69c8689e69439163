// Servers and agents are killed while the demo's supervisor works on a wish.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { answered, filesOf, isWhole, LEAD, LIMIT, startDemo, tasksOf } from '../../fixtures/demo-wish.ts'

let built: BuiltCmux
beforeAll(async () => {
  built = await buildCmux()
})
afterAll(() => built[Symbol.dispose]())

test('[T4] kill -9 of servers, supervisor and worker in the middle of a wish: every task once', async () => {
  // Slow enough to be met in between.
  await using team = await startDemo(built, 'killed', '2')
  const killServer = async () => process.kill((await team.cmux.family()).leader, 'SIGKILL')
  const kill = async (name: string, start: number) => {
    const { pid } = await team.until(name, (agent) => agent.generation === start && agent.pid !== null)
    process.kill(Number(pid), 'SIGKILL')
  }
  const reaches = (count: number) =>
    vi.waitFor(async () => expect((await tasksOf(team)).length).toBeGreaterThanOrEqual(count), LIMIT)
  const wish = 'Draw a map. Name the rivers. Count the towns.'
  expect(await team.cmux.run('send', LEAD, wish)).toMatchObject({ code: 0 })

  await reaches(1)
  await kill(LEAD, 1)
  await reaches(2)
  await killServer()
  await reaches(3)
  await Promise.all([killServer(), kill(LEAD, 2)])
  await vi.waitFor(async () => {
    const working = (await tasksOf(team)).find(({ state }) => state === 'working')
    if (!working) throw new Error('not yet')
    await kill(String(working.assignee), 1)
  }, LIMIT)
  const [taken, over] = await answered(team, 2)
  expect([taken, over]).toEqual([
    expect.stringContaining('I take this as 3 pieces'),
    expect.stringMatching(/^It is done/),
  ])

  const tasks = await tasksOf(team)
  expect(tasks.map(({ title, state }) => [title, state])).toEqual([
    ['Draw a map. Name the rivers. Count the towns', 'completed'],
    ['Draw a map', 'completed'],
    ['Name the rivers', 'completed'],
    ['Count the towns', 'completed'],
  ])
  const pieces = tasks.filter((task) => !isWhole(task))
  const completions = (await team.events('task.moved')).filter(({ data }) => data['to'] === 'completed')
  for (const { id } of tasks) expect(completions.filter(({ data }) => data['id'] === id)).toHaveLength(1)
  const assignments = await team.events('task.assigned')
  for (const { id } of pieces) expect(assignments.filter(({ data }) => data['id'] === id)).toHaveLength(1)
  const files = await Promise.all(pieces.map(({ assignee }) => filesOf(team, String(assignee))))
  expect(pieces.map((_, index) => files[index]?.filter((name) => /map|rivers|towns/.test(name)))).toEqual([
    ['draw-a-map.md'],
    ['name-the-rivers.md'],
    ['count-the-towns.md'],
  ])
  expect(await team.list()).toHaveLength(4)
  expect((await team.show(LEAD)).generation).toBe(3)
})

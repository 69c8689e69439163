// Releases that are promoted by hand: the well ones lead, the others are refused, and the old one serves throughout. Those
// that only fail under the watchdog: what a rehearsal finds is in rehearsal.test.ts.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { plantRelease, putBeforeServer } from '../../fixtures/plant-release.ts'
import { startLoad } from '../../fixtures/steady-load.ts'

let cmux: BuiltCmux
let guarded: GuardedCmux
let first: string

beforeAll(async () => {
  cmux = await buildCmux()
  guarded = await startGuarded(cmux, 'releases', { readySec: 5 })
  await guarded.family()
  first = await currentRelease()
  await vi.waitFor(
    async () => {
      if ((await listed(first))?.state !== 'good') throw new Error('not good yet')
    },
    { timeout: 15_000 },
  )
})

afterAll(async () => {
  await guarded[Symbol.asyncDispose]()
  cmux[Symbol.dispose]()
})

interface Listed {
  id: string
  state: string
  current: boolean
}

async function listReleases(): Promise<Listed[]> {
  return JSON.parse((await guarded.run('release', 'list', '--json')).stdout) as Listed[]
}

const listed = async (id: string) => (await listReleases()).find((release) => release.id === id)
const currentRelease = async () => (await listReleases()).find((release) => release.current)?.id ?? ''

/** Another release with the same code, or with a program of the test's own where the watchdog starts it. */
function install(id: string, program?: string): void {
  plantRelease(guarded.home, id, first, (folder) => {
    if (program !== undefined) putBeforeServer(folder, onlyGuarded(program))
  })
}

/** Well when it is alone, as in a rehearsal. */
const onlyGuarded = (program: string) =>
  `if (process.argv.includes('--door')) {${program}} else await import('./well.mjs')`

const SAYS_500 = `
  const http = process.getBuiltinModule('node:http')
  const door = process.argv[process.argv.indexOf('--door') + 1]
  http.createServer((_, response) => response.writeHead(500).end('{}')).listen(door, () => process.send({ word: 'loaded' }))
  process.on('disconnect', () => process.exit())
`

test.each([
  ['crashes at its start', 'process.exit(1)', 'crashed'],
  ['hangs at its start', 'setInterval(() => undefined, 1000)', 'never ready'],
  ['serves 500', SAYS_500, 'sick'],
])(
  '[P5] [R4] [P4] a candidate that %s is refused and remembered, and the good one serves throughout',
  async (_, program, cause) => {
    const id = `broken-${cause.replaceAll(' ', '-')}`
    install(id, program)
    const before = await guarded.family()
    const load = startLoad(guarded, { clients: 4, keepAlive: true, writers: 2 })
    const result = await guarded.run('release', 'promote', id)
    const counts = await load.end()
    expect(result).toMatchObject({ code: 1, stdout: '' })
    expect(result.stderr).toMatch(new RegExp(`refused.*"cause":"${cause}".*\\(CONFLICT\\)\\nhint: `))
    expect(Object.keys(counts).toSorted()).toEqual(['200', '201'])
    expect((await guarded.family()).leader).toBe(before.leader)
    expect([await currentRelease(), (await listed(id))?.state]).toEqual([first, 'bad'])
  },
)

test('[R7] [R1] a well candidate is promoted, becomes good after its soak, and can be rolled back', async () => {
  install('second')
  expect(await guarded.run('release', 'promote', 'second')).toMatchObject({ code: 0, stderr: '' })
  expect(await currentRelease()).toBe('second')
  await expect.poll(async () => (await listed('second'))?.state, { timeout: 15_000 }).toBe('good')
  await guarded.family()
  expect(await guarded.run('release', 'rollback')).toMatchObject({
    code: 0,
    stdout: `${first} serves again\n`,
  })
  expect(await currentRelease()).toBe(first)
})

test('[R7] a release that is not there is no candidate', async () => {
  expect(await guarded.run('release', 'promote', 'nowhere')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('(NOT_FOUND)'),
  })
})

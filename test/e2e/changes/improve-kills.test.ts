// kill -9 and planned swaps while a change is on its way: whoever leads next takes it up, and it ends as if nothing had happened.
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { ask } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { listMarked } from '../../fixtures/list-marked.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
let built: BuiltCmux
let cmux: GuardedCmux
beforeAll(async () => {
  built = await buildCmux()
  const confine = { writable: [realpathSync(built.folder)] }
  cmux = await startGuarded(built, 'improve-kills', {}, { agents: { confine } })
})
afterAll(async () => {
  await cmux[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const post = (path: string, body: unknown = {}) =>
  ask(cmux, { method: 'POST', path, token: cmux.owner, body })
const show = async (id: string) =>
  (await ask(cmux, { path: `/api/improvements/${id}`, token: cmux.owner })).json as Change

/** A project whose check notes its pid, waits for a word, and then passes. */
async function begin(name: string) {
  const folder = realpathSync(built.folder)
  const [runs, goOn] = [join(folder, `${name}-runs`), join(folder, `${name}-go-on`)]
  const run = `echo x >> ${runs}; until test -e ${goOn}; do sleep 0.05; done`
  const repository = makeRepository(join(folder, 'projects', name), {
    'a.txt': 'one\n',
    'mine.txt': 'mine\n',
    'cmux.json': JSON.stringify({ checks: [{ name: 'test', run }] }),
  })
  repository.write({ 'mine.txt': 'half done\n', 'untracked.txt': 'x\n' })
  await post('/api/projects', { path: repository.path, name })
  const edit = { file: 'a.txt', type: 'modify', content: 'two\n' }
  const planned = await post('/api/improvements', { project: name, description: 'better', changes: [edit] })
  const change = planned.json as Change
  await post(`/api/improvements/${change.id}/execute`)
  const countRuns = () => (existsSync(runs) ? readFileSync(runs, 'utf8').trim().split('\n').length : 0)
  await expect.poll(countRuns, LIMIT).toBe(1)
  const first = listMarked(change.id)
  const end = async () => {
    await expect.poll(async () => (await show(change.id)).state, LIMIT).toBe('good')
    return {
      isMain: repository.git('rev-parse', 'main') === change.head,
      file: readFileSync(join(repository.path, 'a.txt'), 'utf8'),
      status: repository.git('status', '--porcelain'),
    }
  }
  /** The second run has begun, and nothing of the first is left. */
  const expectAnew = async () => {
    await expect.poll(countRuns, LIMIT).toBe(2)
    expect(first.filter((pid) => listMarked(change.id).includes(pid))).toEqual([])
  }
  return { expectAnew, goOn: () => writeFileSync(goOn, ''), end }
}

/** Adopted, and people's work as it was. */
const GOOD = { isMain: true, file: 'two\n', status: ' M mine.txt\n?? untracked.txt' }

describe('a change that is being checked', () => {
  test('[I13] is checked anew after the server was killed, and its old check is gone', async () => {
    const change = await begin('killed')
    process.kill((await cmux.family()).leader, 'SIGKILL')
    await change.expectAnew()
    change.goOn()
    expect(await change.end()).toEqual(GOOD)
  })

  test('[I13] is taken up by the next server of a planned swap', async () => {
    const change = await begin('swapped')
    expect((await cmux.run('restart')).code).toBe(0)
    await change.expectAnew()
    change.goOn()
    expect(await change.end()).toEqual(GOOD)
  })
})

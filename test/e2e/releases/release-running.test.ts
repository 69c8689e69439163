// A cmux that runs from a checkout: its commits are brought in when somebody asks for it, and edits never.
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Discrepancies } from '../../../src/protocol/alerts/discrepancy.ts'
import { ask } from '../../fixtures/ask.ts'
import { EDITED } from '../../fixtures/edited-words.ts'
import { startGuarded, type GuardedCmux } from '../../fixtures/guarded-cmux.ts'
import { list, openReleaseBench, readManifest, type ReleaseBench } from '../../fixtures/release-bench.ts'

const LOOK_LIMIT = { timeout: 60_000, interval: 200 }

let bench: ReleaseBench
beforeAll(async () => {
  bench = await openReleaseBench()
})
afterEach(() => bench.reset())
afterAll(() => bench[Symbol.dispose]())

describe('a running cmux', () => {
  let guarded: GuardedCmux
  /** The second commit that runs. */
  let brought: string

  beforeAll(async () => {
    bench.checkout.edit(EDITED.file, EDITED.words, 'AN EDIT THAT NOBODY COMMITTED')
    await bench.checkout.rebuild()
    const discrepancies = { everySec: 1 }
    guarded = await startGuarded(bench.checkout, basename(bench.homeCalled('running')), {}, { discrepancies })
    await guarded.family()
  })

  afterAll(() => guarded[Symbol.asyncDispose]())

  const running = async () =>
    (JSON.parse((await guarded.run('status', '--json')).stdout) as { health: { release: { id: string } } })
      .health.release.id

  test('[P5] runs the commit, not the edits', async () => {
    expect(await running()).toMatch(new RegExp(`^${bench.first.slice(0, 12)}-[0-9a-f]{12}$`))
    const folder = join(guarded.home, 'releases', await running(), 'cli')
    const texts = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(texts.join('')).not.toContain('AN EDIT THAT NOBODY COMMITTED')
  })

  test('[P5] brings commits in when asked, and says before how many there are', async () => {
    expect((await guarded.run('status')).stdout).not.toContain('ahead of what runs')
    brought = bench.commitEdit()
    const status = await guarded.run('status')
    expect(status.stdout).toContain(
      'main is 1 commit ahead of the running release; `cmux restart --from main` updates it',
    )
    const before = bench.observe()
    const result = await guarded.run('restart', '--from', 'HEAD', '--json')
    expect([result.code, JSON.parse(result.stdout)]).toEqual([
      0,
      { pid: expect.any(Number), release: expect.stringContaining(`${brought.slice(0, 12)}-`) },
    ])
    expect(await running()).toContain(brought.slice(0, 12))
    expect(bench.observe()).toEqual(before)
    expect(JSON.parse((await guarded.run('status', '--json')).stdout)).toMatchObject({
      source: { branch: 'main', commitsAhead: 0 },
    })
  })

  test('[R7] is brought to a release by its id and to a commit by its name', async () => {
    await guarded.family()
    const id = list(guarded.home, 'releases').find((name) => name.startsWith(bench.first.slice(0, 12))) ?? ''
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
    expect(await running()).toBe(id)
    await guarded.family()
    bench.checkout.git('tag', 'shorter', brought)
    expect(await guarded.run('release', 'promote', 'shorter')).toMatchObject({ code: 0 })
    expect(await running()).toContain(brought.slice(0, 12))
    expect(await guarded.run('release', 'promote', 'nowhere')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('(NOT_FOUND)'),
    })
  })

  test('[W2] [R1] misses a proven release that is gone, and names the command that builds it again', async () => {
    await guarded.family()
    const id = list(guarded.home, 'releases').find((name) => name.startsWith(bench.first.slice(0, 12))) ?? ''
    expect(await running()).not.toBe(id)
    rmSync(join(guarded.home, 'releases', id), { recursive: true })
    const missed = async () => {
      const { json } = await ask(guarded, { path: '/api/discrepancies', token: guarded.owner })
      return (json as Discrepancies).items.filter(({ kind }) => kind === 'release-missing')
    }
    await expect.poll(missed, LOOK_LIMIT).toHaveLength(1)
    const [{ id: found, command } = { id: '', command: '' }] = await missed()
    expect(found).toBe(`release-missing:${id}`)
    const built = await guarded.run(...command.split(' ').slice(1))
    expect(built).toMatchObject({ code: 0, stdout: `${id}\n` })
    await expect.poll(missed, LOOK_LIMIT).toEqual([])
    expect(readManifest(join(guarded.home, 'releases', id))).toBe(bench.clean)
    expect(await guarded.run('release', 'promote', id)).toMatchObject({ code: 0, stderr: '' })
  })

  test('[P5] a commit that does not build is refused with its error lines, and nothing changed', async () => {
    const { leader } = await guarded.family()
    bench.checkout.edit(EDITED.file, EDITED.words, "half a string'")
    bench.checkout.commit('Break it')
    const releases = list(guarded.home, 'releases')
    const before = bench.observe()
    const result = await guarded.run('restart', '--from', 'HEAD')
    expect([result.code, result.stdout]).toEqual([1, ''])
    expect(result.stderr).toMatch(
      /Unterminated string literal src\/cli\/verbs\.ts:\d+:\d+:.*\(BUILD_FAILED\)\nhint: /,
    )
    expect(result.stderr).not.toContain('node_modules')
    expect((await guarded.family()).leader).toBe(leader)
    expect([list(guarded.home, 'releases'), list(guarded.home, 'builds')]).toEqual([releases, []])
    expect(bench.observe()).toEqual(before)
  })
})

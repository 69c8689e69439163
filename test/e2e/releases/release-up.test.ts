// `up` in a checkout: it runs the commit, says what of the edits does not run, and has what ran before when the commit does not build.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { EDITED } from '../../fixtures/edited-words.ts'
import { list, openReleaseBench, type ReleaseBench } from '../../fixtures/release-bench.ts'
import { runCommand } from '../../fixtures/run-command.ts'

const BUILD_LIMIT_MS = 30_000

let bench: ReleaseBench
beforeAll(async () => {
  bench = await openReleaseBench()
})
afterEach(() => bench.reset())
afterAll(() => bench[Symbol.dispose]())

describe('up', () => {
  test('[P5] says which edits do not run, also in the foreground, and what to do', async () => {
    const home = bench.homeCalled('edited')
    bench.checkout.edit(EDITED.file, EDITED.words, 'an edit')
    await bench.checkout.rebuild()
    const args = [
      join(bench.checkout.programs, 'cli.mjs'),
      'up',
      '--foreground',
      '--port',
      '0',
      '--home',
      home,
    ]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    const closed = once(child, 'close')
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    let status = ''
    try {
      await vi.waitUntil(() => existsSync(join(home, 'instance.json')), { timeout: BUILD_LIMIT_MS })
      status = (await bench.checkout.run(home, 'status', '--json')).stdout
    } finally {
      child.kill('SIGTERM')
      await closed
    }
    const [id] = list(home, 'releases')
    expect(JSON.parse(status)).toMatchObject({ health: { release: { id } } })
    expect(id).toMatch(new RegExp(`^${bench.first.slice(0, 12)}-[0-9a-f]{12}$`))
    expect(said).toContain(
      `cmux: 1 uncommitted edit does not run, only commit ${bench.first.slice(0, 12)} does: ${EDITED.file}\nhint: commit, then \`cmux restart --from HEAD\`\n`,
    )
  })

  test('[P5] starts what ran before when the commit does not build', async () => {
    const home = bench.homeCalled('fallen')
    const before = await bench.checkout.run(home, 'up', '--no-open', '--port', '0')
    await bench.checkout.run(home, 'down')
    bench.checkout.edit(EDITED.file, EDITED.words, "half a string'")
    bench.checkout.commit('Break it')
    const up = await bench.checkout.run(home, 'up', '--no-open', '--port', '0')
    const { stdout } = await bench.checkout.run(home, 'status', '--json')
    await bench.checkout.run(home, 'down')
    expect(before).toMatchObject({ code: 0, stderr: '' })
    expect(up).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/HEAD does not run, .* does, as before: [^]*\(BUILD_FAILED\)\nhint: /),
    })
    expect(JSON.parse(stdout)).toMatchObject({ health: { release: { id: list(home, 'releases')[0] } } })
  })

  test('[P5] is known to a cmux outside of the checkout afterwards', async () => {
    const home = bench.homeCalled('fallen')
    const [id = ''] = list(home, 'releases')
    const cli = join(home, 'releases', id, 'cli.mjs')
    const commit = bench.commitEdit()
    const result = await runCommand(process.execPath, [cli, 'release', 'build', 'main', '--home', home], {
      env: { PATH: process.env['PATH'], HOME: home },
    })
    expect(result).toMatchObject({ code: 0, stdout: expect.stringContaining(commit.slice(0, 12)) })
  })
})

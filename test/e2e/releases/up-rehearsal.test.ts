// `up` with a build that the data has not met: it is rehearsed first, and refused before anything runs.
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findProcesses } from '../../../src/host/find-processes.ts'
import { buildCmux, NO_BROWSER, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { startGuarded } from '../../fixtures/guarded-cmux.ts'
import { signRelease } from '../../fixtures/plant-release.ts'
import { runCommand } from '../../fixtures/run-command.ts'

let cmux: BuiltCmux

beforeAll(async () => {
  cmux = await buildCmux()
})

afterAll(() => cmux[Symbol.dispose]())

/** Another build beside the first, changed, with right sums; and its command line. */
function otherBuild(id: string, change: (folder: string) => void = () => undefined) {
  const folder = join(cmux.folder, id)
  // What the command line has cached beside itself is no part of a build.
  cpSync(cmux.programs, folder, { recursive: true, filter: (path) => !path.endsWith('.compile-cache') })
  change(folder)
  signRelease(folder, { id })
  const env = { PATH: process.env['PATH'] ?? '', HOME: cmux.folder, ...NO_BROWSER }
  return (...args: string[]) => runCommand(process.execPath, [join(folder, 'cli.mjs'), ...args], { env })
}

test('[P5] up refuses a build that fails its rehearsal before anything runs, and starts one that passes', async () => {
  await using started = await startGuarded(cmux, 'up')
  const { home } = started
  const at = ['--home', home]
  const ledger = () => readFileSync(join(home, 'watchdog', 'state.json'), 'utf8')
  await started.run('down')
  const before = ledger()
  const broken = otherBuild('broken-build', (folder) => rmSync(join(folder, 'web', 'index.html')))
  const refused = await broken('up', '--no-open', ...at)
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringContaining('the rehearsal refused it: front end: index.html is missing'),
  ])
  expect([findProcesses(home), ledger()]).toEqual([[], before])

  const well = otherBuild('well-build')
  const report = join(home, 'rehearsals', 'well-build.json')
  expect(await well('up', '--no-open', ...at)).toMatchObject({ code: 0, stderr: '' })
  const made = readFileSync(report, 'utf8')
  expect(JSON.parse(made)).toMatchObject({ passed: true })
  expect(JSON.parse(ledger())).toMatchObject({ current: 'well-build' })
  await well('down', ...at)
  expect(await well('up', '--no-open', ...at)).toMatchObject({ code: 0 })
  expect(readFileSync(report, 'utf8')).toBe(made)
})

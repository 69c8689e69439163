// `cmux demo heal`, the real command: each change ends as it is told, and nobody who uses the service notices anything.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { openRepository } from '../../fixtures/git-repository.ts'
import { composeConfine } from '../../fixtures/tun-obstacle.ts'

let built: BuiltCmux
let home: string
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  home = join(built.folder, 'heal')
  mkdirSync(home, { mode: 0o700 })
  writeFileSync(join(home, 'config.json'), JSON.stringify({ agents: { confine: composeConfine({}) } }))
})
afterAll(async () => {
  await built.run(home, 'down', '--now', '--agents')
  built[Symbol.dispose]()
})

test('[I6] [P4] demo heal starts cmux and shows one change merged, one that fails its checks and one rolled back, with 0 failed requests', async () => {
  const { code, stdout, stderr } = await built.run(home, 'demo', 'heal', '--no-open', '--port', '0')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(/\n[1-9]\d+ requests, 0 failed\n$/)
  expect(stdout).toContain('MERGED')
  expect(stdout).toContain('CHECKS FAILED: test failed with exit code 1')
  expect(stdout).toContain('ROLLED BACK')
})

test('[I6] demo heal can be seen again, and says the same to programs', async () => {
  const { code, stdout } = await built.run(home, 'demo', 'heal', '--json')
  const shown = JSON.parse(stdout) as { failed: number; changes: { state: string }[] }
  expect([code, shown.failed, shown.changes.map(({ state }) => state)]).toEqual([
    0,
    0,
    ['good', 'refused', 'rolled_back'],
  ])
  const log = openRepository(join(home, 'demo-heal')).git('log', '--format=%s', 'main').split('\n')
  expect(log).toEqual([
    'Roll back: Remember who asked',
    'Remember who asked',
    'Say what time it is',
    'Begin again',
    'Roll back: Remember who asked',
    'Remember who asked',
    'Say what time it is',
    'Begin',
  ])
})

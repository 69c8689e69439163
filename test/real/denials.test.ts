// What a "no" of cmux is worth: the real programs must not run a tool that was denied, or that nobody could be asked about.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import { denyAnswer, isGate } from '../../src/hook/gate.ts'
import { startHookServer } from '../fixtures/hook-server.ts'
import { makeBuild, type Build } from '../fixtures/start-server-process.ts'
import { startPlayer } from './player.ts'
import { PRESENT } from './programs.ts'
import { SETTINGS } from './settings.ts'

let build: Build
beforeAll(async () => {
  build = await makeBuild()
})
afterAll(() => build[Symbol.dispose]())

test.concurrent.each(PRESENT)(
  '[O2] [P7] %s runs no tool that is denied, or that nobody answers for, and hears why',
  async (name) => {
    await using hooks = await startHookServer(({ event }) => ({
      status: 200,
      body: isGate(event) ? denyAnswer(event, 'Not on a Sunday.') : {},
    }))
    await using player = await startPlayer(ALL_RUNTIMES[name], SETTINGS[name], {
      hooks,
      programs: build.path,
    })
    const hasRun = () => existsSync(join(player.workspace, 'shell-out.txt'))
    await player.waitForScreen('ready')
    await player.say('play shell')
    await player.waitForModel(/Not on a Sunday/)
    await player.waitForScreen('ready')
    expect(hasRun()).toBe(false)

    await hooks.goAway()
    await player.say('play shell again')
    await player.waitForModel(/cmux gave no answer within 1 s/)
    await player.waitForScreen('ready')
    expect(hasRun()).toBe(false)
  },
)

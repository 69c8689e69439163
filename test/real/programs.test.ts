// The real programs, started as cmux starts them, against a model that plays a script on loopback.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import type { HookNews, Runtime } from '../../src/core/agents/runtime.ts'
import { type Player, startPlayer } from './player.ts'
import { hasOpencode } from './programs.ts'
import { SETTINGS } from './settings.ts'

const present = Object.entries(SETTINGS).filter(([name]) => name !== 'opencode' || hasOpencode)

describe.each(present)('%s', (name, setting) => {
  const runtime: Runtime = ALL_RUNTIMES[name as keyof typeof SETTINGS]

  test('[A4] [A8] starts, takes a prompt, asks before a tool, runs it, ends the turn, and tells of all of it', async () => {
    await using player = await startPlayer(runtime, setting)
    expect(await runtime.examine(player.environment)).toMatchObject({ kind: 'ready' })
    expect(await player.waitForScreen('ready')).toEqual({ kind: 'ready', draft: '', mode: null })

    await player.say('play ask')
    expect(await player.waitForScreen('dialog')).toMatchObject({ dialog: { kind: 'permission' } })
    await player.waitForNews('waiting')
    await player.terminal().press(['Enter'])
    await player.waitForNews('turn ended')
    await player.waitForScreen('ready')
    expect(existsSync(join(player.workspace, 'ask-out.txt'))).toBe(true)
    expect(turnOf(player)).toEqual(['turn started', 'tool started', 'waiting', 'tool ended', 'turn ended'])
    expect(player.model.asked.some(({ body }) => body.includes('PLAYER-ROLE'))).toBe(true)
  })

  test('[A7] [A8] is seen working while it works, and stops when it is interrupted', async () => {
    await using player = await startPlayer(runtime, setting)
    await player.waitForScreen('ready')
    await player.say('play slow')
    await player.waitForScreen('working')
    await player.interrupt()
    expect(await player.waitForScreen('ready')).toMatchObject({ kind: 'ready' })
  })

  test('[H13] goes on with its own conversation after kill -9', async () => {
    await using player = await startPlayer(runtime, setting)
    await player.waitForScreen('ready')
    await player.say('play hello first words')
    await player.waitForNews('turn ended')
    await player.killAndResume(sessionOf(player.hooks.news))
    await player.waitForScreen('ready')
    await player.say('play hello second words')
    await player.waitForNews('turn ended', 2)
    // Beside the conversation, a title may be asked for with the new prompt alone.
    const asked = player.model.asked.filter(({ body }) => body.includes('second words'))
    expect(asked.some(({ body }) => body.includes('first words'))).toBe(true)
  })
})

/** The news of a turn, without what may come at any time. */
function turnOf({ hooks }: Player): HookNews['kind'][] {
  const beside = new Set<HookNews['kind']>(['session', 'usage', 'idle'])
  return hooks.news.map(({ kind }) => kind).filter((kind) => !beside.has(kind))
}

function sessionOf(news: readonly HookNews[]): string {
  const session = news.find((one) => one.kind === 'session')
  if (session?.kind !== 'session') throw new Error('no hook named the conversation')
  return session.sessionId
}

// One agent of a kind, started as cmux starts it, against the scripted model: the steps that a test puts together.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { writeLaunchFiles } from '../../src/adapters/runtimes/write-launch-files.ts'
import type { HookNews, LaunchOrder, Runtime, ScreenReading } from '../../src/core/agents/runtime.ts'
import { AgentName, ProjectName } from '../../src/protocol/ids.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { startHookRecorder, TOKEN } from './hook-recorder.ts'
import { linkPrograms } from './programs.ts'
import { startScriptedModel } from './scripted-model/start-scripted-model.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** What a person has to set up before, once: where the model is, and a key for it. */
export interface Setting {
  readonly environment: (modelUrl: string) => Record<string, string>
  /** Files in the person's home. */
  readonly files: (modelUrl: string) => Record<string, string>
  readonly model: string | null
}

const SESSION = '5e551011-0000-4000-8000-000000000001'
/** A program on a busy machine; a fact is waited for, and this only ends what hangs. */
const STEP_LIMIT_MS = 180_000
/** Right after a paste, some take Enter for a part of it. */
const PRESS_INTERVAL_MS = 1000
const WAIT = { timeout: STEP_LIMIT_MS, interval: 150 }

export async function startPlayer(runtime: Runtime, setting: Setting) {
  const folder = makeTempFolder()
  const root = realpathSync(folder.path)
  const [model, hooks] = await Promise.all([startScriptedModel(), startHookRecorder()])
  const home = join(root, 'home')
  const workspace = join(root, 'workspace')
  const agentHome = join(root, 'agent')
  for (const path of [home, workspace, agentHome]) mkdirSync(path)
  for (const [path, content] of Object.entries(setting.files(model.url))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  const tokenFile = join(agentHome, 'token')
  writeFileSync(tokenFile, TOKEN)
  const bin = linkPrograms(join(root, 'bin'))
  const environment = {
    HOME: home,
    PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
    LANG: 'C.UTF-8',
    ...setting.environment(model.url),
  }
  const order: LaunchOrder = {
    agent: AgentName.parse('player'),
    generation: 1,
    project: ProjectName.parse('stage'),
    role: { name: 'worker', prompt: 'You are PLAYER-ROLE, and play what you are told.' },
    folder: workspace,
    agentHome,
    program: join(bin, runtime.name),
    url: hooks.url,
    tokenFile,
    conversation: { kind: 'new', sessionId: SESSION },
    model: setting.model,
    args: [],
    hookCommand: [process.execPath, fileURLToPath(new URL('hook-program.ts', import.meta.url))],
    answerFirstRun: true,
    environment,
  }

  const launch = async (conversation: LaunchOrder['conversation']): Promise<Terminal> => {
    const planned = runtime.planLaunch({ ...order, conversation })
    await writeLaunchFiles(planned.files)
    return openTerminal(planned, workspace)
  }
  let terminal = await launch(order.conversation)
  const read = async (): Promise<ScreenReading> => runtime.readScreen(await terminal.screen())
  const isTyped = async () => {
    const seen = await read()
    return seen.kind === 'ready' && seen.draft !== ''
  }
  const describeStage = async () =>
    `hooks: ${hooks.events.join(' ')}\n${(await terminal.screen()).join('\n').trim()}`

  const pressInterrupt = async () => {
    if ((await read()).kind !== 'working') return 'interrupted'
    await terminal.press(runtime.interruptKeys)
    return describeStage()
  }

  return {
    workspace,
    environment,
    hooks,
    model,
    terminal: () => terminal,
    read,
    /** Waits until the screen reads so; says what was there instead when it never does. */
    async waitForScreen(kind: ScreenReading['kind']): Promise<ScreenReading> {
      await expect
        .poll(async () => ((await read()).kind === kind ? kind : await describeStage()), WAIT)
        .toBe(kind)
      return read()
    },
    async waitForNews(kind: HookNews['kind'], count = 1): Promise<void> {
      const countNews = () => hooks.news.filter((news) => news.kind === kind).length
      await expect
        .poll(async () => (countNews() >= count ? kind : `no ${kind}; ${await describeStage()}`), WAIT)
        .toBe(kind)
    },
    /** As cmux delivers: paste, see it in the prompt, then Enter until it has left; only Enter is repeated. */
    async say(prompt: string): Promise<void> {
      await terminal.paste(prompt)
      await expect.poll(async () => ((await isTyped()) ? 'typed' : describeStage()), WAIT).toBe('typed')
      const enter = async () => {
        if (!(await isTyped())) return 'sent'
        await terminal.press(['Enter'])
        return describeStage()
      }
      await expect.poll(enter, { ...WAIT, interval: PRESS_INTERVAL_MS }).toBe('sent')
    },
    /** Again and again while it works, as the port says. */
    async interrupt(): Promise<void> {
      await expect.poll(pressInterrupt, { ...WAIT, interval: PRESS_INTERVAL_MS }).toBe('interrupted')
    },
    /** kill -9, as a machine would; then the same conversation in a new pane. */
    async killAndResume(sessionId: string): Promise<void> {
      terminal.kill()
      await terminal[Symbol.asyncDispose]()
      terminal = await launch({ kind: 'resume', sessionId })
    },
    [Symbol.asyncDispose]: async () => {
      await terminal[Symbol.asyncDispose]()
      await Promise.all([model[Symbol.asyncDispose](), hooks[Symbol.asyncDispose]()])
      folder[Symbol.dispose]()
    },
  }
}

export type Player = Awaited<ReturnType<typeof startPlayer>>

// One agent of a kind, started as cmux starts it, against the scripted model and a server that answers its hooks as a test
// says: for what the real server does not say yet.
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { vi } from 'vitest'
import { writeLaunchFiles } from '../../src/adapters/runtimes/write-launch-files.ts'
import type { LaunchOrder, Runtime, ScreenReading } from '../../src/core/agents/runtime.ts'
import { AgentName, ProjectName } from '../../src/protocol/ids.ts'
import type { HookServer } from '../fixtures/hook-server.ts'
import { makeTempFolder } from '../fixtures/temp-folder.ts'
import { linkPrograms } from './programs.ts'
import { startScriptedModel } from './scripted-model/start-scripted-model.ts'
import type { Setting } from './settings.ts'
import { openTerminal } from './terminal.ts'

const SESSION = '5e551011-0000-4000-8000-000000000001'
/** A program on a busy machine; a fact is waited for, and this only ends what hangs. */
const STEP_LIMIT_MS = 180_000
const LOOK_EVERY_MS = 150
/** Right after a paste, some take Enter for a part of it. */
const PRESS_INTERVAL_MS = 1000
/** How long its hook program asks a server that is not there; an hour is too long for a test. */
const HOOK_WAIT_SEC = '1'

export interface Place {
  readonly hooks: HookServer
  /** The built programs. */
  readonly programs: string
  /** What the agent has written before this start: by `workspace/…` or `home/…`. */
  readonly left?: Readonly<Record<string, string>>
}

export async function startPlayer(runtime: Runtime, setting: Setting, place: Place) {
  const { hooks, programs, left = {} } = place
  await using stack = new AsyncDisposableStack()
  const root = realpathSync(stack.use(makeTempFolder()).path)
  const model = stack.use(await startScriptedModel())
  const [home, workspace, agentHome] = ['home', 'workspace', 'agent'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  for (const path of [home, workspace, agentHome]) mkdirSync(path)
  for (const [path, content] of Object.entries(setting.files(model.url, home))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), content)
  }
  for (const [path, content] of Object.entries(left)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
  }
  const tokenFile = join(agentHome, 'token')
  writeFileSync(tokenFile, 'token-of-a-test')
  const bin = linkPrograms(join(root, 'bin'))
  const order: LaunchOrder = {
    agent: AgentName.parse('player'),
    generation: 1,
    project: ProjectName.parse('stage'),
    role: { name: 'worker', prompt: '' },
    folder: workspace,
    agentHome,
    program: join(bin, runtime.name),
    url: hooks.url,
    tokenFile,
    conversation: { kind: 'new', sessionId: SESSION },
    model: setting.model,
    args: [],
    hookCommand: [process.execPath, join(programs, 'hook.mjs')],
    trustsFolder: true,
    answerFirstRun: true,
    environment: {
      HOME: home,
      PATH: [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(':'),
      LANG: 'C.UTF-8',
      ...setting.environment(model.url),
    },
  }
  const launch = runtime.planLaunch(order)
  await writeLaunchFiles(launch.files)
  const environment = { ...launch.environment, CMUX_HOOK_WAIT_SEC: HOOK_WAIT_SEC }
  const terminal = stack.use(await openTerminal({ ...launch, environment }, workspace))
  const read = async (): Promise<ScreenReading> => runtime.readScreen(await terminal.screen())
  const isTyped = async () => {
    const seen = await read()
    return seen.kind === 'ready' && seen.draft !== ''
  }
  /** Says what was there instead when it never holds. */
  const until = (holds: () => Promise<boolean>, what: string, interval = LOOK_EVERY_MS) =>
    vi.waitFor(
      async () => {
        if (await holds()) return
        const heard = hooks.calls.map(({ event }) => event).join(' ')
        const screen = (await terminal.screen()).join('\n').trim()
        throw new Error(`waited for ${what}; hooks: ${heard}\n${screen}`)
      },
      { timeout: STEP_LIMIT_MS, interval },
    )
  const undo = stack.move()
  return {
    workspace,
    model,
    async waitForScreen(kind: ScreenReading['kind']): Promise<void> {
      await until(async () => (await read()).kind === kind, `the screen to be ${kind}`)
    },
    /** Waits until the model was told something. */
    async waitForModel(told: RegExp): Promise<void> {
      await until(async () => model.asked.some(({ body }) => told.test(body)), `the model to hear ${told}`)
    },
    /** As cmux delivers: paste, see it in the prompt, then Enter until it has left; only Enter is repeated. */
    async say(prompt: string): Promise<void> {
      await terminal.paste(prompt)
      await until(isTyped, 'the prompt to be typed')
      const enter = async () => {
        if (!(await isTyped())) return true
        await terminal.press(['Enter'])
        return false
      }
      await until(enter, 'the prompt to be sent', PRESS_INTERVAL_MS)
    },
    [Symbol.asyncDispose]: () => undo.disposeAsync(),
  }
}

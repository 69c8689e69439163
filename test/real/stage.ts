// A whole cmux with the real programs as its agents, each with a scripted model of its own, and a person who types.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, vi } from 'vitest'
import { makeAgentProcesses } from '../../src/adapters/process/agent-processes.ts'
import { ALL_RUNTIMES } from '../../src/adapters/runtimes/all-runtimes.ts'
import type { ScreenReading } from '../../src/core/agents/runtime.ts'
import type { RuntimeOnMachine } from '../../src/protocol/agents/agent.ts'
import type { Approval } from '../../src/protocol/approvals/approval.ts'
import { startTeam, type AgentTeam, type TeamOptions } from '../fixtures/agent-team.ts'
import type { BuiltCmux } from '../fixtures/built-cmux.ts'
import { makeRepository } from '../fixtures/git-repository.ts'
import { openTerminals, type TerminalClient } from '../fixtures/terminal-client.ts'
import { linkPrograms, type Played } from './programs.ts'
import type { Scripts } from './scripted-model/script.ts'
import { startScriptedModel, type ScriptedModel } from './scripted-model/start-scripted-model.ts'
import { SETTINGS, type Setting } from './settings.ts'

/** A program on a busy machine; a fact is waited for, and this only ends what hangs. */
const WAIT = { timeout: 180_000, interval: 150 }
/** Right after a paste, some take Enter for a part of it. */
const PRESS_INTERVAL_MS = 1000
const SIZE = { cols: 120, rows: 40 }
const PROJECT = 'stage'
const HOME_NAME = 'real'

export interface Stage extends AsyncDisposable {
  readonly team: AgentTeam
  readonly models: Readonly<Record<Played, ScriptedModel>>
  /** By the command line, with a task; resolves when it is registered. */
  spawn(name: Played, task: string, ...more: readonly string[]): Promise<void>
  /** Waits until its screen reads so; says what was there instead when it never does. */
  waitForScreen(name: Played, kind: ScreenReading['kind']): Promise<void>
  /** Says yes wherever it asks, in the queue and in its own dialogs, until its turn is over. */
  allow(name: Played): Promise<void>
  /** Through the live terminal, as the dashboard does. */
  type(name: Played, keys: string): void
  /** A prompt of the person's: pasted, then Enter until it has left. */
  say(name: Played, prompt: string): Promise<void>
  /** One that is refused with these words; what the program puts back into its line is deleted there. */
  sayInVain(name: Played, prompt: string, words: string): Promise<void>
}

export interface StageOptions extends Omit<TeamOptions, 'agents'> {
  /** What the models play besides the scripts that are known. */
  readonly scripts?: Scripts
  /** Further settings of the agents. */
  readonly limits?: Record<string, unknown>
  /** One that cmux has already; else they play in a small one of their own. */
  readonly project?: string
}

/** Of cmux, for what has to be there before its first start. */
export const homeOfStage = ({ folder }: Pick<BuiltCmux, 'folder'>): string => join(folder, HOME_NAME)

export async function startStage(
  built: BuiltCmux,
  names: readonly Played[],
  { scripts = {}, project = PROJECT, limits = {}, ...options }: StageOptions = {},
): Promise<Stage> {
  await using stack = new AsyncDisposableStack()
  const models = Object.fromEntries(
    await Promise.all(
      names.map(async (name) => [name, stack.use(await startScriptedModel(scripts))] as const),
    ),
  ) as Record<Played, ScriptedModel>
  const home = join(built.folder, 'person')
  const environment = furnish(home, names, models)
  const bin = linkPrograms(join(built.folder, 'bin'))
  const team = stack.use(
    await startTeam(built, HOME_NAME, {
      ...options,
      agents: {
        startsAtOnce: names.length,
        backOffSec: [0],
        stopSec: 1,
        ...limits,
        confine: {
          // OpenCode looks there whether it may install something.
          readable: ['~/.npmrc'],
          // As a person would for a model on this machine.
          ports: Object.values(models).map(({ url }) => Number(new URL(url).port)),
        },
      },
      environment: {
        ...options.environment,
        ...environment,
        HOME: home,
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        LANG: 'C.UTF-8',
      },
    }),
  )
  if (project === PROJECT) {
    const { path } = makeRepository(join(built.folder, PROJECT))
    expect(await team.ask('POST', '/api/projects', { path })).toMatchObject({ status: 201 })
  }
  // Each is asked for its version, which on a busy machine takes longer than a command waits.
  await vi.waitFor(async () => {
    const { items } = (await team.ask('GET', '/api/runtimes')).json as { items: RuntimeOnMachine[] }
    for (const name of names) expect(items).toContainEqual(expect.objectContaining({ name, ready: true }))
  }, WAIT)
  const terminals = stack.use(openTerminals(team.cmux.port, team.cmux.owner, [], SIZE))
  const processes = makeAgentProcesses()
  const undo = stack.move()
  return {
    team,
    models,
    ...makePerson(team, terminals),
    async spawn(name, task, ...more) {
      const { model }: Setting = SETTINGS[name]
      const wishes = ['--no-wait', '--runtime', name, '--project', project, '--task', task]
      const spawned = await team.cmux.run(
        'agent',
        'spawn',
        name,
        ...wishes,
        ...(model ? ['--model', model] : []),
        ...more,
      )
      expect(spawned).toMatchObject({ code: 0 })
    },
    async [Symbol.asyncDispose]() {
      const pids = (await team.list()).map(({ pid }) => pid)
      await undo.disposeAsync()
      // Gemini CLI goes on without its terminal; the others are gone by now.
      for (const pid of pids) if (pid !== null) processes.signal(pid, 'SIGKILL')
    },
  }
}

/** What a person has set up before, for all programs in one home. Resolves with the variables of their shell. */
function furnish(
  home: string,
  names: readonly Played[],
  models: Readonly<Record<Played, ScriptedModel>>,
): Record<string, string> {
  const variables: Record<string, string> = {}
  for (const name of names) {
    const { files, environment }: Setting = SETTINGS[name]
    for (const [path, content] of Object.entries(files(models[name].url, home))) {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), content)
    }
    Object.assign(variables, environment(models[name].url))
  }
  return variables
}

function makePerson(team: AgentTeam, terminals: TerminalClient) {
  const screenOf = async (name: Played) => {
    const { pane } = await team.show(name)
    return (await team.tmux('capture-pane', '-p', '-t', String(pane))).split('\n').map((row) => row.trimEnd())
  }
  const read = async (name: Played) => ALL_RUNTIMES[name].readScreen(await screenOf(name))
  const describe = async (name: Played) => (await screenOf(name)).join('\n').trim()
  const isTyped = async (name: Played) => {
    const seen = await read(name)
    return seen.kind === 'ready' && seen.draft !== ''
  }
  const send = async (name: Played, prompt: string, isOver: () => Promise<boolean>) => {
    const pane = String((await team.show(name)).pane)
    await team.tmux('set-buffer', '-b', 'prompt', '--', prompt)
    await team.tmux('paste-buffer', '-p', '-d', '-b', 'prompt', '-t', pane)
    await expect.poll(async () => ((await isTyped(name)) ? 'typed' : describe(name)), WAIT).toBe('typed')
    const enter = async () => {
      if (await isOver()) return 'sent'
      await team.tmux('send-keys', '-t', pane, 'Enter')
      return describe(name)
    }
    await expect.poll(enter, { ...WAIT, interval: PRESS_INTERVAL_MS }).toBe('sent')
  }
  return {
    async waitForScreen(name: Played, kind: ScreenReading['kind']) {
      const look = async () => ((await read(name)).kind === kind ? kind : describe(name))
      await expect.poll(look, WAIT).toBe(kind)
    },
    async allow(name: Played) {
      const answer = async () => {
        const { json } = await team.ask('GET', `/api/approvals?agent=${name}&state=waiting`)
        for (const { id, sha256 } of (json as { items: Approval[] }).items)
          await team.ask('POST', `/api/approvals/${id}/approve`, { sha256 })
        const { status, evidence } = await team.show(name)
        if (status === 'idle' && evidence.some(({ says }) => says === 'ended its turn')) return 'over'
        if ((await read(name)).kind === 'dialog') terminals.type(name, '\r')
        return describe(name)
      }
      await expect.poll(answer, { ...WAIT, interval: PRESS_INTERVAL_MS }).toBe('over')
    },
    type: (name: Played, keys: string) => terminals.type(name, keys),
    say: (name: Played, prompt: string) => send(name, prompt, async () => !(await isTyped(name))),
    async sayInVain(name: Played, prompt: string, words: string) {
      await send(name, prompt, async () => (await describe(name)).includes(words))
      const pane = String((await team.show(name)).pane)
      const isEmpty = async () => {
        if (await isTyped(name)) await team.tmux('send-keys', '-t', pane, 'C-u')
        return !(await isTyped(name))
      }
      await expect.poll(isEmpty, { ...WAIT, interval: PRESS_INTERVAL_MS }).toBe(true)
    },
  }
}

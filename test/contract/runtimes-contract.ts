// What every kind of agent promises, whatever program it is. Each implementation runs all of it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HookNews, Launch, LaunchOrder, Runtime, ScreenReading } from '../../src/core/agents/runtime.ts'
import { launchOrder, NASTY } from '../fixtures/agents/launch-order.ts'

export interface RuntimeFixtures {
  /** Real screens by file, with what must be read from them. */
  readonly screens: Readonly<Record<string, ScreenReading>>
  /** Real hook payloads by file, a line each, with the news that each must give. */
  readonly news: Readonly<Record<string, readonly (readonly HookNews[])[]>>
  readonly folder: string
  readonly hooksFolder: string
}

export function describeRuntimeContract(runtime: Runtime, fixtures: RuntimeFixtures): void {
  describe(`${runtime.name}: launch`, () => {
    describeLaunch(runtime)
  })
  describe(`${runtime.name}: environment`, () => {
    describeEnvironment(runtime)
  })
  describe(`${runtime.name}: screen`, () => {
    describeScreen(runtime, fixtures)
  })
  describe(`${runtime.name}: hooks`, () => {
    describeHooks(runtime, fixtures)
  })
}

/** Everything in a launch that a program or a shell reads, but for what is passed as data in files. */
function wordsOf({ command, environment, files }: Launch): string[] {
  return [...command, ...Object.values(environment), ...files.map(({ path }) => path)]
}

function describeLaunch(runtime: Runtime) {
  test('[A4] a launch is pure: the same order gives the same launch, and the order is left as it was', () => {
    const order = Object.freeze(launchOrder({ args: ['--verbose'], model: 'm', answerFirstRun: true }))
    expect(runtime.planLaunch(order)).toEqual(runtime.planLaunch(structuredClone(order)))
  })

  test('[A4] the program itself is started, with a list of arguments and no shell in between', () => {
    const { command } = runtime.planLaunch(launchOrder())
    expect(command[0]).toBe('/opt/bin/agent')
    expect(command.some((word) => /^(sh|bash|zsh|-c .*;)$/.test(word))).toBe(false)
  })

  test.each(NASTY)('[A4] an argument stays one argument, between its neighbours: %j', (word) => {
    const args = ['before', word, 'after']
    const { command } = runtime.planLaunch(launchOrder({ args }))
    const start = command.indexOf('before')
    expect(command.slice(start, start + args.length)).toEqual(args)
  })

  test.each(NASTY)('[A4] a prompt, a model and a session stay data: %j', (word) => {
    const plain = runtime.planLaunch(withText('PLAIN', 'PLAIN'))
    const nasty = runtime.planLaunch(withText(word, word))
    // Nothing but the text itself is different: no argument more, none less, none that begins anew.
    expect(nasty.command).toHaveLength(plain.command.length)
    expect(nasty.files.map(({ path }) => path)).toEqual(plain.files.map(({ path }) => path))
    const fixed = plain.command.flatMap((part, index) => (part.includes('PLAIN') ? [] : [{ part, index }]))
    expect(fixed.map(({ index }) => nasty.command[index])).toEqual(fixed.map(({ part }) => part))
  })

  test('[P7] no name of the agent, the project or the role becomes part of a command', () => {
    const { command } = runtime.planLaunch(launchOrder({ role: { name: 'role-name', prompt: '' } }))
    expect(command.join(' ')).not.toMatch(/role-name|site(?!\/)/)
  })

  test('[A8] the first-run questions are answered only when somebody said so', () => {
    const launch = runtime.planLaunch(launchOrder({ answerFirstRun: false }))
    expect(wordsOf(launch).join('\n')).not.toMatch(/trust_level|skip-trust|\.claude\.json/)
  })

  test('[L1] a folder that cmux made is trusted, and nothing else is answered with it', () => {
    const launch = runtime.planLaunch(launchOrder({ trustsFolder: true }))
    const asks = ['claude', 'codex', 'gemini'].includes(runtime.name)
    expect(/trust_level|skip-trust|\.claude\.json/.test(wordsOf(launch).join('\n'))).toBe(asks)
    expect(JSON.stringify(launch.files)).not.toMatch(/hasCompletedOnboarding|customApiKeyResponses/)
  })

  test('[P6] a file of the person’s own is merged into or linked to, never replaced', () => {
    const order = launchOrder({ answerFirstRun: true })
    const replaced = runtime.planLaunch(order).files.filter((file) => 'content' in file || 'link' in file)
    expect(replaced.every(({ path }) => path.startsWith(`${order.agentHome}/`))).toBe(true)
  })
}

function withText(text: string, sessionId: string): LaunchOrder {
  return launchOrder({
    role: { name: 'worker', prompt: text },
    model: text,
    conversation: { kind: 'resume', sessionId },
  })
}

function describeEnvironment(runtime: Runtime) {
  test('[A12] an agent is told who it is, where cmux is and where its token is', () => {
    expect(runtime.planLaunch(launchOrder()).environment).toMatchObject({
      CMUX_AGENT: 'true',
      CMUX_AGENT_NAME: 'builder-1',
      CMUX_PROJECT: 'site',
      CMUX_URL: 'http://127.0.0.1:8000',
      CMUX_TOKEN_FILE: '/srv/cmux/agents/builder-1/token',
    })
  })

  test('[A12] an agent without a project has an empty one, not another’s', () => {
    const environment = { CMUX_PROJECT: 'other', HOME: '/srv/user' }
    const order = launchOrder({ project: null, environment })
    expect(runtime.planLaunch(order).environment['CMUX_PROJECT']).toBe('')
  })

  test('[P7] of the person’s environment it gets what is on the list, and nothing else', () => {
    const secrets = Object.fromEntries(SECRETS.map((name) => [name, `canary-${name}`]))
    const { environment } = runtime.planLaunch(
      launchOrder({ environment: { ...secrets, HOME: '/srv/user', PATH: '/bin' } }),
    )
    expect(JSON.stringify(environment)).not.toContain('canary')
    expect(environment).toMatchObject({ HOME: '/srv/user', PATH: '/bin' })
  })

  test('[P7] whatever a variable is called, it passes only by its name on the list', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][A-Z_]{0,20}$/), (name) => {
        const { environment } = runtime.planLaunch(launchOrder({ environment: { [`X_${name}`]: 'canary' } }))
        expect(JSON.stringify(environment)).not.toContain('canary')
      }),
    )
  })
}

const SECRETS = [
  'CMUX_TOKEN',
  'AWS_SECRET_ACCESS_KEY',
  'GITHUB_TOKEN',
  'NPM_TOKEN',
  'SSH_AUTH_SOCK',
  'NODE_OPTIONS',
  'LD_PRELOAD',
  'CLAUDECODE',
  'CLAUDE_CODE_SESSION_ID',
  'GEMINI_CLI_HOME',
  'OPENCODE_SERVER_PASSWORD',
  'TMUX',
  'DATABASE_URL',
]

/** What the screens of these programs are drawn with. */
const SIGNS = '❯›>┃╹▀─╭╰│●• 1.abc\\[]()?!$'

function describeScreen(runtime: Runtime, { screens, folder }: RuntimeFixtures) {
  const read = (text: string) => runtime.readScreen(text.split('\n').map((line) => line.trimEnd()))

  test.each(Object.entries(screens))('[A8] %s is read as it is', (file, expected) => {
    expect(read(readFileSync(join(folder, file), 'utf8'))).toEqual(expected)
  })

  test('[A8] an empty screen is unclear, not ready', () => {
    expect(runtime.readScreen([])).toEqual({ kind: 'unclear' })
    expect(read('\n\n\n')).toEqual({ kind: 'unclear' })
  })

  test('[A8] any text at all is read without an error', () => {
    const line = fc.string({ unit: fc.constantFrom(...Array.from(SIGNS)) })
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string()), { maxLength: 40 }), (lines) => {
        expect(['ready', 'working', 'dialog', 'unclear']).toContain(runtime.readScreen(lines).kind)
      }),
    )
  })
}

function describeHooks(runtime: Runtime, { news, hooksFolder }: RuntimeFixtures) {
  test.each(Object.entries(news))('[A4] %s tells what it should', (file, expected) => {
    const told = readPayloads(join(hooksFolder, file)).map(({ event, payload }) =>
      runtime.readHook(event, payload),
    )
    expect(told).toEqual(expected)
  })

  test('[A4] an event that nobody knows tells nothing, whatever it is called', () => {
    for (const event of ['Unheard', '', '__proto__', 'constructor', 'toString', ...NASTY])
      expect(runtime.readHook(event, { session_id: 's', prompt: 'p' })).toEqual([])
  })

  test('[A4] a payload of any shape is read without an error', () => {
    const payloads = Object.keys(news).flatMap((file) => readPayloads(join(hooksFolder, file)))
    for (const { event, payload } of payloads)
      fc.assert(
        fc.property(fc.constantFrom(...Object.keys(payload)), fc.jsonValue(), (key, value) => {
          expect(Array.isArray(runtime.readHook(event, { ...payload, [key]: value }))).toBe(true)
        }),
        { numRuns: 20 },
      )
  })

  test('[A4] a line of a transcript that is no JSON, or half of it, tells nothing', () => {
    for (const line of ['', '{', 'null', '[]', '{"type":"assistant"}', '\u0000'])
      expect(runtime.readTranscriptLine?.(line) ?? []).toEqual([])
  })
}

interface Payload {
  readonly event: string
  readonly payload: Readonly<Record<string, unknown>>
}

/** A file with one payload, or a line each; ours name their event beside it, those of the programs within. */
function readPayloads(path: string): Payload[] {
  const text = readFileSync(path, 'utf8')
  const documents = path.endsWith('.jsonl') ? text.trim().split('\n') : [text]
  return documents.map((document) => {
    const parsed = JSON.parse(document) as Payload['payload']
    if (typeof parsed['payload'] === 'object') return parsed as unknown as Payload
    return { event: String(parsed['hook_event_name'] ?? parsed['type']), payload: parsed }
  })
}

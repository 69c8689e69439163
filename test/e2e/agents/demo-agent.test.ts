import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readDemoHook } from '../../../src/adapters/runtimes/demo/read-demo-hook.ts'
import { readAnswerUsage } from '../../../src/adapters/runtimes/read-answer-usage.ts'
import { DEMO_SESSION, DEMO_TOKEN, startDemoPane } from '../../fixtures/demo-pane.ts'
import { startHookServer, type HookReply, type HookServer } from '../../fixtures/hook-server.ts'
import { readStat } from '../../fixtures/read-stat.ts'
import { makeBuild, type Build } from '../../fixtures/start-server-process.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

const NOTHING: HookReply = { status: 200, body: {} }

const eventsOf = (server: HookServer) =>
  server.calls.map(({ event }) => event).filter((event) => event !== 'Notification')

const waitForEvent = (server: HookServer, event: string) =>
  vi.waitFor(() => expect(eventsOf(server)).toContain(event), { timeout: 30_000 })

describe('the demo agent in a terminal', () => {
  let build: Build
  let folder: TempFolder
  beforeAll(async () => {
    build = await makeBuild()
  })
  afterAll(() => build[Symbol.dispose]())
  beforeEach(() => {
    folder = makeTempFolder()
  })
  afterEach(() => folder[Symbol.dispose]())

  const work = (...names: string[]) => join(folder.path, 'work', ...names)
  const transcript = () =>
    readFileSync(join(folder.path, 'agent', 'conversations', `${DEMO_SESSION}.jsonl`), 'utf8')

  test('[A4] shows when it is ready, and what is typed but not sent', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    expect(await pane.reading()).toEqual({ kind: 'ready', draft: '', mode: null })
    await pane.type('half a thought')
    await pane.sees('❯ half a thought')
    expect(await pane.reading()).toEqual({ kind: 'ready', draft: 'half a thought', mode: null })
    expect(
      server.calls.map(({ runtime, event, authorization }) => ({ runtime, event, authorization })),
    ).toEqual([{ runtime: 'demo', event: 'SessionStart', authorization: `Bearer ${DEMO_TOKEN}` }])
  })

  test('[A4] takes a paste of many lines, or of 200 KB, as one prompt', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.paste('a plan:\nsay first\n\nsay ünï 漢字')
    await pane.sees('say ünï 漢字')
    expect(eventsOf(server)).toEqual(['SessionStart'])
    await pane.press('Enter')
    await pane.sees('● ünï 漢字')
    const long = `${'x'.repeat(200)}\n`.repeat(1000)
    await pane.prompt(`${long}say all of it`)
    await pane.sees('● all of it')
    const prompts = server.calls.filter(({ event }) => event === 'UserPromptSubmit')
    expect(prompts.map(({ payload }) => payload['prompt'])).toEqual([
      'a plan:\nsay first\n\nsay ünï 漢字',
      `${long}say all of it`,
    ])
  })

  test('[A4] tells of a turn with tools in order, and does what it says', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    execFileSync('git', ['init', '--quiet', work()])
    await pane.becomes('ready')
    await pane.prompt(
      'write notes.txt one\\ntwo\nappend notes.txt three\nrun cat notes.txt\ncommit Add notes\nrun rm notes.txt',
    )
    await waitForEvent(server, 'Stop')
    await pane.becomes('ready')
    expect(readFileSync(work('notes.txt'), 'utf8')).toBe('one\ntwo\nthree\n')
    expect(execFileSync('git', ['-C', work(), 'log', '--format=%an %s'], { encoding: 'utf8' })).toBe(
      'ada Add notes\n',
    )
    const tools = ['Write', 'Edit', 'Bash', 'Bash', 'Bash']
    expect(eventsOf(server)).toEqual([
      'SessionStart',
      'UserPromptSubmit',
      ...tools.flatMap((_, index) => ['PreToolUse', index < 4 ? 'PostToolUse' : 'PostToolUseFailure']),
      'Stop',
    ])
    const news = server.calls.flatMap(({ event, payload }) => readDemoHook(event, payload))
    expect(news.flatMap((one) => (one.kind === 'tool ended' ? [[one.tool, one.failure]] : []))).toEqual([
      ...tools.slice(0, 4).map((tool) => [tool, null]),
      ['Bash', expect.stringContaining('rm is not one of')],
    ])
    expect(news[0]).toEqual({
      kind: 'session',
      sessionId: DEMO_SESSION,
      transcript: join(folder.path, 'agent', 'conversations', `${DEMO_SESSION}.jsonl`),
      source: 'startup',
    })
  })

  test('[A4] does not use a tool that cmux denies, and says why', async () => {
    const denial = {
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not on a Sunday' },
    }
    await using server = await startHookServer(({ event }) =>
      event === 'PreToolUse' ? { status: 200, body: denial } : NOTHING,
    )
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('write secret.txt hello\nsay over')
    await pane.sees('● over')
    await pane.sees('not allowed: not on a Sunday')
    expect(existsSync(work('secret.txt'))).toBe(false)
  })

  test('[A4] goes on with what the end of its turn is answered with', async () => {
    const stops: unknown[] = []
    await using server = await startHookServer(({ event, payload }) => {
      if (event !== 'Stop') return NOTHING
      stops.push([payload['stop_hook_active'], payload['last_assistant_message']])
      return stops.length > 1
        ? NOTHING
        : { status: 200, body: { decision: 'block', reason: 'A message from the owner:\nsay carried in' } }
    })
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('say done')
    await pane.sees('● carried in')
    await pane.becomes('ready')
    expect(stops).toEqual([
      [false, 'done'],
      [true, 'carried in'],
    ])
  })

  test('[A4] ends its turn at Escape without telling of an end, and takes the next prompt', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('wait 100000')
    await pane.becomes('working')
    await pane.prompt('say next')
    await pane.sees('1 waiting')
    await pane.press('Escape')
    await pane.sees('● next')
    await waitForEvent(server, 'Stop')
    expect(eventsOf(server)).toEqual(['SessionStart', 'UserPromptSubmit', 'UserPromptSubmit', 'Stop'])
    await pane.prompt('loop')
    await pane.becomes('working')
    await pane.press('C-c')
    await pane.becomes('ready')
  })

  test('[A4] waits in a dialog for a key of it, and for nothing else', async () => {
    await using server = await startHookServer(({ event }) =>
      event === 'PermissionRequest' ? 'hang' : NOTHING,
    )
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('ask may I deploy\nsay went on')
    await pane.becomes('dialog')
    expect(await pane.reading()).toEqual({
      kind: 'dialog',
      dialog: { kind: 'permission', text: 'Ask(may I deploy)' },
    })
    await waitForEvent(server, 'PermissionRequest')
    await vi.waitFor(
      () =>
        expect(server.calls.at(-1)).toMatchObject({
          event: 'Notification',
          payload: { notification_type: 'permission_prompt' },
        }),
      { timeout: 30_000 },
    )
    await pane.paste('1')
    await pane.type('yes please')
    await pane.press('Down')
    await pane.sees('❯ 2. No')
    await pane.press('Enter')
    await pane.sees('not allowed: the person said no')
    await pane.prompt('ask again\nsay finished')
    await pane.becomes('dialog')
    await pane.type('1')
    await pane.sees('● finished')
    await pane.sees('⎿ allowed')
  })

  test('[A4] leaves a dialog when cmux has decided', async () => {
    const allow = { hookSpecificOutput: { decision: { behavior: 'allow' } } }
    await using server = await startHookServer(({ event }) =>
      event === 'PermissionRequest' ? { status: 200, body: allow } : NOTHING,
    )
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('ask may I\nsay thanks')
    await pane.sees('● thanks')
    await pane.sees('⎿ allowed')
    await waitForEvent(server, 'Stop')
    expect(eventsOf(server).slice(2)).toEqual(['PreToolUse', 'PermissionRequest', 'PostToolUse', 'Stop'])
  })

  test('[A4] remembers its conversation after kill -9', async () => {
    await using server = await startHookServer()
    {
      await using pane = await startDemoPane(build.path, folder, { url: server.url })
      await pane.becomes('ready')
      await pane.prompt('say the password is swordfish')
      await waitForEvent(server, 'Stop')
      await pane.prompt('wait 100000')
      await vi.waitFor(() => expect(transcript()).toContain('wait 100000'), { timeout: 30_000 })
      process.kill(pane.pid, 'SIGKILL')
      expect(await pane.ended()).toEqual({ status: '', signal: '9' })
    }
    await using pane = await startDemoPane(build.path, folder, { url: server.url, resume: true })
    await pane.becomes('ready')
    await pane.sees('I remember 2 prompts')
    await pane.sees('❯ say the password is swordfish')
    await pane.prompt('say and again')
    await pane.sees('● and again')
    expect(
      server.calls.filter(({ event }) => event === 'SessionStart').map(({ payload }) => payload['source']),
    ).toEqual(['startup', 'resume'])
    const usage = transcript().split('\n').flatMap(readAnswerUsage)
    expect(new Set(usage.map((one) => one.kind === 'usage' && one.message)).size).toBe(2)
  })

  test('[A4] says so, and ends, when there is nothing to go on with', async () => {
    await using pane = await startDemoPane(build.path, folder, { resume: true })
    expect(await pane.ended()).toEqual({ status: '1', signal: '' })
    await pane.sees(`there is no conversation ${DEMO_SESSION}`)
  })

  test('[A4] ends with the status that crash names, and tells nobody', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('crash 7')
    expect(await pane.ended()).toEqual({ status: '7', signal: '' })
    expect(eventsOf(server)).toEqual(['SessionStart', 'UserPromptSubmit'])
  })

  test('[A4] outlives SIGTERM and SIGHUP after ignore-term, and not SIGKILL', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('ignore-term')
    await pane.sees('Only SIGKILL ends me now')
    for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.kill(pane.pid, signal)
    await pane.prompt('say still here')
    await pane.sees('● still here')
    process.kill(pane.pid, 'SIGKILL')
    expect(await pane.ended()).toEqual({ status: '', signal: '9' })
  })

  test('[A4] ends at SIGTERM otherwise, and tells of it', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    process.kill(pane.pid, 'SIGTERM')
    expect(await pane.ended()).toEqual({ status: '143', signal: '' })
    expect(server.calls.at(-1)).toMatchObject({ event: 'SessionEnd', payload: { reason: 'other' } })
  })

  test('[A4] hangs with its process alive, deaf to keys and SIGTERM', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('hang')
    await pane.sees('● hanging')
    process.kill(pane.pid, 'SIGTERM')
    await pane.press('Escape')
    expect(await pane.reading()).toEqual({ kind: 'working' })
    expect(readStat(pane.pid)[0]).toMatch(/[SR]/)
    process.kill(pane.pid, 'SIGKILL')
    expect(await pane.ended()).toEqual({ status: '', signal: '9' })
  })

  test('[A4] comes to the end of a flood of 50 MB', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('flood 50\nsay dry again')
    await pane.sees('● dry again')
    await waitForEvent(server, 'Stop')
    expect(eventsOf(server)).toEqual(['SessionStart', 'UserPromptSubmit', 'Stop'])
  })

  test('[A4] begins another conversation at /clear, keeps it at /compact, and ends at /quit', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    for (const command of ['/compact keep the plan', '/clear', '/quit']) await pane.prompt(command)
    expect(await pane.ended()).toEqual({ status: '0', signal: '' })
    const calls = server.calls.filter(({ event }) => event !== 'Notification')
    const told = calls.map(({ event, payload }) => [
      event,
      payload['source'] ?? payload['reason'] ?? payload['custom_instructions'],
      payload['session_id'] === DEMO_SESSION,
    ])
    expect(told).toEqual([
      ['SessionStart', 'startup', true],
      ['PreCompact', 'keep the plan', true],
      ['PostCompact', undefined, true],
      ['SessionStart', 'compact', true],
      ['SessionEnd', 'clear', true],
      ['SessionStart', 'clear', false],
      ['SessionEnd', 'prompt_input_exit', false],
    ])
  })

  test('[A4] tells what it used, and of a failing model', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('think 1234 56\nfail')
    await waitForEvent(server, 'StopFailure')
    expect(eventsOf(server)).not.toContain('Stop')
    expect(transcript().split('\n').flatMap(readAnswerUsage)).toEqual([
      {
        kind: 'usage',
        message: expect.any(String),
        model: 'demo-1',
        input: 1234,
        output: 56,
        cacheRead: 0,
        cacheWrite: 0,
      },
    ])
  })

  test('[A4] answers a prompt without a command with what it can do', async () => {
    await using server = await startHookServer()
    await using pane = await startDemoPane(build.path, folder, { url: server.url })
    await pane.becomes('ready')
    await pane.prompt('Please write the tests for the parser')
    await pane.sees('I read: Please write the tests for the parser')
    await pane.sees('crash [STATUS]')
    await waitForEvent(server, 'Stop')
    expect(eventsOf(server)).toEqual(['SessionStart', 'UserPromptSubmit', 'Stop'])
  })

  test('[A4] works on without cmux, but uses no tool', async () => {
    await using pane = await startDemoPane(build.path, folder, { env: { CMUX_HOOK_WAIT_SEC: '0.2' } })
    await pane.becomes('ready')
    await pane.prompt('write a.txt hello\nsay over')
    await pane.sees('not allowed: cmux gave no answer within 0.2 s')
    await pane.sees('● over')
    expect(existsSync(work('a.txt'))).toBe(false)
  })
})

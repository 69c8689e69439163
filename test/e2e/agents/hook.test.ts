import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askServer } from '../../../src/hook/ask-server.ts'
import { startHookServer, type HookReply } from '../../fixtures/hook-server.ts'
import { runCommand, type CommandOptions } from '../../fixtures/run-command.ts'
import { makeBuild, type Build } from '../../fixtures/start-server-process.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

const TOKEN = 'cmux_hook_test_token_0123456789'
const PAYLOAD = { session_id: 's1', hook_event_name: 'Stop', text: 'ünï "quoted"\n' }
const BLOCK = { decision: 'block', reason: 'one more thing' }

const denied = (reason: string) => expect.stringMatching(`^${reason}.*nothing was done\\.$`) as string

const deniedTool = (reason: string) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: 'deny',
    permissionDecisionReason: denied(reason),
  },
})

describe('the hook program', () => {
  let build: Build
  let folder: TempFolder
  let tokenFile: string
  beforeAll(async () => {
    build = await makeBuild()
    folder = makeTempFolder()
    tokenFile = join(folder.path, 'token')
    await writeFile(tokenFile, `${TOKEN}\n`)
  })
  afterAll(() => {
    build[Symbol.dispose]()
    folder[Symbol.dispose]()
  })

  const runHook = (
    event: string,
    env: Record<string, string>,
    input: CommandOptions['input'] = JSON.stringify(PAYLOAD),
  ) =>
    runCommand(process.execPath, [join(build.path, 'hook.mjs'), 'claude', event], {
      env: { CMUX_TOKEN_FILE: tokenFile, CMUX_AGENT_NAME: 'ada', ...env },
      input,
    })

  /** Nothing for the agent to read, and no complaint. */
  const SILENCE = { code: 0, stdout: '', stderr: '' }

  test('[A4] posts the event with the token and prints what the server answers', async () => {
    await using server = await startHookServer(() => ({ status: 200, body: BLOCK }))
    expect(await runHook('Stop', { CMUX_URL: server.url })).toEqual({
      ...SILENCE,
      stdout: JSON.stringify(BLOCK),
    })
    expect(server.calls).toEqual([
      {
        runtime: 'claude',
        event: 'Stop',
        requestId: expect.stringMatching(/^[\w-]{20,}$/),
        authorization: `Bearer ${TOKEN}`,
        payload: PAYLOAD,
      },
    ])
  })

  test.each<[name: string, reply: HookReply]>([
    ['an empty object', { status: 200, body: {} }],
    ['no body', { status: 204 }],
    ['a list', { status: 200, body: ['a'] }],
    ['a refusal', { status: 401, body: { error: { code: 'UNAUTHENTICATED' } } }],
  ])('[A4] prints nothing after an event that informs when the answer is %s', async (_, reply) => {
    await using server = await startHookServer(() => reply)
    expect(await runHook('Stop', { CMUX_URL: server.url })).toEqual(SILENCE)
    expect(server.calls).toHaveLength(1)
  })

  const TROUBLES: readonly HookReply[] = ['reset', { status: 503 }, { status: 502 }, 'cut off']
  test.each(['Stop', 'PreToolUse'])(
    '%s is asked again through resets, 502, 503 and half an answer, as the same request',
    async (event) => {
      await using server = await startHookServer(
        (_, index) => TROUBLES[index] ?? { status: 200, body: BLOCK },
      )
      const { stdout, code } = await runHook(event, { CMUX_URL: server.url })
      expect([code, stdout]).toEqual([0, JSON.stringify(BLOCK)])
      expect(server.calls).toHaveLength(TROUBLES.length + 1)
      expect(new Set(server.calls.map(({ requestId }) => requestId)).size).toBe(1)
    },
  )

  test('[O1] a gate outlives a server that dies with its question and is started again', async () => {
    const asked = Promise.withResolvers<void>()
    await using server = await startHookServer((_, index) => {
      if (index > 0) return { status: 200, body: BLOCK }
      asked.resolve()
      return 'hang'
    })
    const run = runHook('PreToolUse', { CMUX_URL: server.url })
    await asked.promise
    await server.goAway()
    await server.comeBack()
    expect(await run).toEqual({ ...SILENCE, stdout: JSON.stringify(BLOCK) })
    expect(server.calls[1]?.requestId).toBe(server.calls[0]?.requestId)
  })

  test('[O1] a gate goes on asking while it is told to wait', async () => {
    await using server = await startHookServer((_, index) =>
      index < 3 ? { status: 202, body: { wait: true } } : { status: 200, body: BLOCK },
    )
    const { stdout } = await runHook('PermissionRequest', { CMUX_URL: server.url })
    expect([stdout, server.calls.length]).toEqual([JSON.stringify(BLOCK), 4])
    expect(new Set(server.calls.map(({ requestId }) => requestId)).size).toBe(1)
  })

  test('[P8] an event that informs gives up silently when nobody answers', async () => {
    await using server = await startHookServer(() => 'hang')
    expect(await runHook('Stop', { CMUX_URL: server.url })).toEqual(SILENCE)
    await server.goAway()
    expect(await runHook('Stop', { CMUX_URL: server.url })).toEqual(SILENCE)
  })

  test('[P2] a prompt that brings mail is asked about for as long as a recovery takes, and no other prompt', async () => {
    await using server = await startHookServer(() => ({ status: 200, body: BLOCK }))
    await server.goAway()
    const mail = { prompt: '[cmux mail dlv_01m7g9qav5638pmcmf11mez3w0: 1 message]\n| say hello' }
    const asking = runHook('UserPromptSubmit', { CMUX_URL: server.url }, JSON.stringify(mail))
    const typed = JSON.stringify({ prompt: 'say hello' })
    expect(await runHook('UserPromptSubmit', { CMUX_URL: server.url }, typed)).toEqual(SILENCE)
    await server.comeBack()
    expect(await asking).toEqual({ ...SILENCE, stdout: JSON.stringify(BLOCK) })
  })

  const DENIALS = [
    ['PreToolUse', deniedTool],
    ['tool.execute.before', deniedTool],
    [
      'PermissionRequest',
      (reason: string) => ({
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: denied(reason) },
        },
      }),
    ],
    ['BeforeTool', (reason: string) => ({ decision: 'deny', reason: denied(reason) })],
  ] as const

  test.each(DENIALS)('[P8] %s is denied when its wait is over', async (event, denial) => {
    await using server = await startHookServer(() => 'hang')
    const { stdout, code, stderr } = await runHook(event, { CMUX_URL: server.url, CMUX_HOOK_WAIT_SEC: '0.3' })
    expect([code, stderr, JSON.parse(stdout)]).toEqual([0, '', denial('cmux gave no answer within 0.3 s')])
  })

  test.each(DENIALS)('[P7] %s is denied at once when the server refuses', async (event, denial) => {
    await using server = await startHookServer(() => ({ status: 403 }))
    const { stdout } = await runHook(event, { CMUX_URL: server.url })
    expect(JSON.parse(stdout)).toEqual(denial('cmux refused the request'))
    expect(server.calls).toHaveLength(1)
  })

  test.each([
    'http://192.0.2.1:8000',
    'http://127.0.0.1.example.com',
    'https://127.0.0.1',
    'http://127.0.0.1@10.0.0.1/',
    'nonsense',
  ])('[P7] sends the token nowhere when the address is %s', async (url) => {
    expect(await runHook('Stop', { CMUX_URL: url })).toEqual(SILENCE)
    const { stdout } = await runHook('BeforeTool', { CMUX_URL: url, CMUX_HOOK_WAIT_SEC: '1' })
    expect(JSON.parse(stdout)).toEqual({
      decision: 'deny',
      reason: denied('The hook was not given an address'),
    })
  })

  test('[P7] says nothing of its own troubles, and never a secret', async () => {
    await using server = await startHookServer(() => ({ status: 500, body: { error: TOKEN } }))
    const url = { CMUX_URL: server.url, CMUX_HOOK_WAIT_SEC: '0.3' }
    expect(await runHook('Stop', { ...url, CMUX_TOKEN_FILE: join(folder.path, 'none') })).toEqual(SILENCE)
    expect(await runHook('Stop', url, '{"half')).toEqual(SILENCE)
    expect(await runHook('Stop', url, new Uint8Array(17 * 1024 * 1024))).toEqual(SILENCE)
    const gated = await runHook('PreToolUse', url)
    expect([gated.code, gated.stderr, gated.stdout.includes(TOKEN)]).toEqual([0, '', false])
    const tooLarge = await runHook('BeforeTool', url, new Uint8Array(17 * 1024 * 1024))
    expect(JSON.parse(tooLarge.stdout)).toEqual({ decision: 'deny', reason: denied('What the agent told') })
  })

  test('[P8] asks another server when one hangs, long before the wait is over', async () => {
    await using server = await startHookServer((_, index) =>
      index === 0 ? 'hang' : { status: 200, body: BLOCK },
    )
    const request = {
      address: new URL(server.url),
      tokenFile,
      runtime: 'claude',
      event: 'PreToolUse',
      body: JSON.stringify(PAYLOAD),
      requestId: 'r1',
    }
    expect(await askServer(request, { gateMs: 60_000, tryMs: 200 })).toEqual(BLOCK)
    expect(server.calls.map(({ requestId }) => requestId)).toEqual(['r1', 'r1'])
  })
})

// What an agent is given, what it may do, and what texts can do to it: nothing but be texts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository } from '../../fixtures/git-repository.ts'
import { plantProgram } from '../../fixtures/plant-program.ts'

const CANARY = 'canary-4711'

let built: BuiltCmux
let team: AgentTeam
beforeAll(async () => {
  built = await buildCmux(NO_STANDBY)
  team = await startTeam(built, 'bounds', {
    environment: {
      AWS_SECRET_ACCESS_KEY: CANARY,
      SSH_AUTH_SOCK: CANARY,
      GITHUB_TOKEN: CANARY,
      PATH: `${join(built.folder, 'bin')}:${process.env['PATH'] ?? ''}`,
      OPENROUTER_API_KEY: 'none',
    },
  })
  plantProgram(join(built.folder, 'bin'), 'opencode')
  const shop = makeRepository(join(built.folder, 'shop'))
  await team.ask('POST', '/api/projects', { path: shop.path })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const tokenOf = (name: string) => readFileSync(join(team.cmux.home, 'agents', name, 'token'), 'utf8').trim()

/** Writes what it was given into a file in its folder, and stays. */
const SPY = `require('node:fs').writeFileSync('given.json', JSON.stringify([process.argv.slice(1), process.env])); setInterval(() => {}, 1000)`

async function readGiven(folder: string): Promise<[string[], Record<string, string>]> {
  const file = join(folder, 'given.json')
  return vi.waitFor(() => JSON.parse(readFileSync(file, 'utf8')) as [string[], Record<string, string>], {
    timeout: 60_000,
  })
}

const ARGS = [
  '--',
  '-rf',
  '',
  'a b',
  '"',
  "it's",
  '$(touch pwned)',
  '`touch pwned`',
  ';',
  'touch pwned',
  '&&',
  '#{pane_id}',
  '#(touch pwned)',
  'line\nline',
  '*',
  '~',
  '\\',
  'ü€🚀',
  '%1',
  '=x',
  '{}',
]

describe('what an agent is given', () => {
  test('[A4] words for its program arrive as they are, whatever a shell or tmux would make of them', async () => {
    const { folder } = await team.spawn('args', {
      runtime: 'shell',
      args: [process.execPath, '-e', SPY, '--', ...ARGS],
    })
    const [given] = await readGiven(folder)
    expect(given).toEqual(ARGS)
    const cli = await team.cmux.run(
      'agent',
      'spawn',
      'cli',
      '--runtime',
      'shell',
      '--',
      process.execPath,
      '-e',
      SPY,
      '--',
      ...ARGS,
    )
    expect(cli).toMatchObject({ code: 0 })
    expect((await readGiven((await team.show('cli')).folder))[0]).toEqual(ARGS)
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
  })

  test('[A12] its environment names cmux, itself and its project, and has nothing of the person’s secrets', async () => {
    const [, given] = await readGiven((await team.show('args')).folder)
    expect(given).toMatchObject({
      CMUX_AGENT: 'true',
      CMUX_AGENT_NAME: 'args',
      CMUX_PROJECT: 'shop',
      CMUX_URL: `http://127.0.0.1:${team.cmux.port}`,
      CMUX_TOKEN_FILE: join(team.cmux.home, 'agents', 'args', 'token'),
    })
    expect(JSON.stringify(given)).not.toContain(CANARY)
    expect(given['TMUX']).toBeUndefined()
    const { pid } = await team.spawn('env').then(() => team.becomes('env', 'idle'))
    const demo = readFileSync(`/proc/${String(pid)}/environ`, 'utf8')
    expect(demo).toContain('CMUX_AGENT_NAME=env\0')
    expect(demo).not.toContain(CANARY)
    expect(readFileSync(`/proc/${await team.tmuxPid()}/environ`, 'utf8')).not.toContain(CANARY)
  })

  test.each(['Anna', 'a b', '-rf', '../x', 'a;b', '$(x)', '#{x}', 'a\nb', '', 'a'.repeat(33)])(
    '%j is no name, and says what is one',
    async (name) => {
      const reply = await team.ask('POST', '/api/agents', { name, runtime: 'demo' })
      const hint = expect.stringContaining('lower-case letters, digits and dashes') as string
      expect([reply.status, reply.json]).toEqual([
        400,
        { error: { code: 'BAD_REQUEST', message: expect.stringMatching(/^name can't be "/), hint } },
      ])
    },
  )

  test('the command line says in two lines what is wrong with a name, and which one would do', async () => {
    const rule =
      'hint: use lower-case letters, digits and dashes, a letter first, at most 32 in all; for example'
    expect(await team.cmux.run('agent', 'spawn', 'Bob;x')).toMatchObject({
      code: 2,
      stderr: `cmux: name can't be "Bob;x" (BAD_REQUEST)\n${rule} bob-x\n`,
    })
    expect(await team.cmux.run('agent', 'spawn', 'bob', '--project', 'My Shop')).toMatchObject({
      code: 2,
      stderr: `cmux: project can't be "My Shop" (BAD_REQUEST)\n${rule} my-shop\n`,
    })
    expect(await team.cmux.run('project', 'add', built.folder, '--name', 'Shop 2')).toMatchObject({
      code: 2,
      stderr: `cmux: name can't be "Shop 2" (BAD_REQUEST)\n${rule} shop-2\n`,
    })
    expect(await team.cmux.run('agent', 'show', '42')).toMatchObject({
      code: 2,
      stderr: `cmux: name can't be "42" (BAD_REQUEST)\n${rule} anna\n`,
    })
  })

  test('[A7] attach without a terminal says so, and what to do', async () => {
    expect(await team.cmux.run('agent', 'attach', 'args')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(
        /^cmux: attach needs a terminal .*\(USAGE\)\nhint: type it in a terminal.*\n$/,
      ),
    })
    const { code, stdout } = await team.cmux.run('agent', 'attach', 'args', '--json')
    expect([code, JSON.parse(stdout)]).toEqual([0, { attach: expect.arrayContaining(['attach-session']) }])
  })

  test('[A4] a task is a prompt, whatever is in it', async () => {
    const task =
      '-rf "$(touch pwned)" `touch pwned`; #{pane_id} #(touch pwned)\n\tit’s\n/quit\n\\e[201~ ❯\nsay got it'
    const spawned = await team.cmux.run('agent', 'spawn', 'prompted', '--runtime', 'demo', '--task', task)
    expect(spawned).toMatchObject({ code: 0 })
    const { folder, conversation } = await team.until('prompted', ({ evidence }) =>
      evidence.some(({ says }) => says === 'ended its turn'),
    )
    const file = join(team.cmux.home, 'agents', 'prompted', 'conversations', `${conversation ?? ''}.jsonl`)
    const quoted = task.split('\n').map((line) => `| ${line}`)
    expect(readFileSync(file, 'utf8')).toContain(JSON.stringify(quoted.join('\n')).slice(1, -1))
    expect(existsSync(join(folder, 'pwned'))).toBe(false)
  })

  test('[P7] a task with keys in it is refused: it would end its own paste', async () => {
    const task = 'harmless\u001b[201~\rcrash'
    const reply = await team.ask('POST', '/api/agents', { name: 'keys', runtime: 'demo', task })
    expect([reply.status, reply.body]).toEqual([400, expect.stringContaining('control characters')])
  })
})

describe('what an agent may do', () => {
  test('[P7] its token looks at the team and speaks for itself; it spawns, ends, types, approves and reads nothing else', async () => {
    const token = tokenOf('env')
    const status = async (method: string, path: string, body?: unknown) =>
      (await team.askAs(token, { method, path, ...(body !== undefined && { body }) })).status
    expect(await status('GET', '/api/agents')).toBe(200)
    const forbidden: [string, string, unknown?][] = [
      ['POST', '/api/agents', { name: 'mine', runtime: 'demo' }],
      ['DELETE', '/api/agents/args'],
      ['POST', '/api/agents/args/stop'],
      ['POST', '/api/agents/args/restart', {}],
      ['POST', '/api/agents/args/interrupt'],
      ['POST', '/api/agents/args/clear'],
      ['POST', '/api/adoptions', { runtime: 'claude', session: 'x' }],
      ['GET', '/api/agents/args/terminal'],
      ['GET', '/api/events'],
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens', { role: 'human' }],
      ['POST', '/api/projects', { path: '/' }],
      ['POST', '/api/restart'],
      ['POST', '/api/releases/rollback'],
      ['POST', '/api/backups'],
      ['POST', '/api/login-links'],
    ]
    const answers = await Promise.all(forbidden.map(([method, path, body]) => status(method, path, body)))
    expect(answers.map((answer, index) => [forbidden[index]?.[1], answer])).toEqual(
      forbidden.map(([, path]) => [path, 403]),
    )
  })

  test('[P9] a late word of an older start is kept and changes nothing', async () => {
    await team.spawn('late')
    const { conversation } = await team.becomes('late', 'idle')
    const old = tokenOf('late')
    await team.ask('POST', '/api/agents/late/restart', {})
    const now = await team.becomes('late', 'idle', { generation: 2 })
    const tool = { tool_name: 'Bash', tool_use_id: 'old-1', tool_input: {} }
    const say = (event: string, body: object) =>
      team.askAs(old, { method: 'POST', path: `/api/hooks/demo/${event}`, body })
    expect(await say('PreToolUse', tool)).toMatchObject({ status: 200 })
    expect(await say('SessionStart', { session_id: 'stolen', source: 'startup' })).toMatchObject({
      status: 200,
    })
    await team.told('tool.refused', { agent: 'late', generation: 1, id: 'old-1' })
    expect(await team.show('late')).toMatchObject({
      status: 'idle',
      conversation: now.conversation,
      generation: 2,
    })
    expect(conversation).not.toBe('stolen')
    await team.ask('POST', '/api/agents/late/restart', {})
    await team.becomes('late', 'idle', { generation: 3 })
    expect(await say('Stop', {})).toMatchObject({ status: 401 })
  })

  test('[P7] [P9] a hook of another program than the agent’s own is refused, and nothing is believed of it', async () => {
    const body = { session_id: 'borrowed', source: 'startup' }
    const path = '/api/hooks/claude/SessionStart'
    const refused = await team.askAs(tokenOf('env'), { method: 'POST', path, body })
    expect([refused.status, refused.json]).toEqual([
      403,
      {
        error: {
          code: 'FORBIDDEN',
          message: 'env is a demo agent, and this is a hook of claude',
          hint: 'call /api/hooks/demo/… instead',
        },
      },
    ])
    expect((await team.show('env')).conversation).not.toBe('borrowed')
  })

  test('[O3] [O4] the same hook told twice counts once, and so does what one answer has used', async () => {
    await team.spawn('open', { runtime: 'opencode' })
    await team.until('open', ({ pid }) => pid !== null)
    const say = (name: string, request: string, path: string, body: object) =>
      team.askAs(tokenOf(name), { method: 'POST', path, body, headers: [['x-cmux-request', request]] })
    const tool = { tool_name: 'Bash', tool_use_id: 'twice', tool_input: { command: 'ls' } }
    for (const request of ['r1', 'r1', 'r1']) await say('env', request, '/api/hooks/demo/PreToolUse', tool)
    const told = await team.events('tool.started')
    expect(told.filter(({ data }) => data['id'] === 'twice')).toHaveLength(1)
    const tokens = { input: 100, output: 20, reasoning: 0, cache: { read: 3, write: 4 } }
    const info = { role: 'assistant', id: 'msg-1', modelID: 'm', tokens }
    for (const request of ['r2', 'r3', 'r3'])
      await say('open', request, '/api/hooks/opencode/message.updated', { info })
    expect((await team.show('open')).usage).toEqual({ input: 100, output: 20, cacheRead: 3, cacheWrite: 4 })
  })
})

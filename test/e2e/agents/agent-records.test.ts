// What is kept of an agent and what it is started with, on one cmux: programs that only write down how they were started stand
// in for the agents' own.
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isRunning, startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { plantConversation } from '../../fixtures/plant-conversation.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { makeTmuxUnderTest } from '../../fixtures/tmux-under-test.ts'

const LIMIT = { timeout: 60_000, interval: 50 }
const PROGRAMS = { claude: '2.1.325 (Claude Code)', codex: 'codex-cli 0.166.0' } as const

let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
let folder: string
let words: string
beforeAll(async () => {
  built = await buildCmux()
  folder = realpathSync(built.folder)
  words = join(folder, 'words')
  const bin = join(folder, 'bin')
  for (const path of [words, bin]) mkdirSync(path)
  for (const [name, version] of Object.entries(PROGRAMS)) {
    const script = [
      '#!/bin/sh',
      `[ "$1" = --version ] && echo '${version}' && exit`,
      // Whole when it is there.
      `{ pwd; printf '%s\\n' "$@"; } > ${words}/$CMUX_AGENT_NAME.new`,
      `mv ${words}/$CMUX_AGENT_NAME.new ${words}/$CMUX_AGENT_NAME`,
      'exec sleep 1000',
    ]
    writeFileSync(join(bin, name), `${script.join('\n')}\n`)
    chmodSync(join(bin, name), 0o755)
  }
  mkdirSync(join(folder, '.codex'))
  writeFileSync(join(folder, '.codex', 'auth.json'), '{}')
  team = await startTeam(built, 'records', {
    agents: { confine: { writable: [words] } },
    environment: { PATH: `${bin}:${process.env['PATH']}`, ANTHROPIC_API_KEY: 'none' },
  })
  shop = makeRepository(join(folder, 'projects', 'shop'), {
    'a.txt': 'one\n',
    '.cmux/roles/poet.md': '---\ndescription: rhymes\n---\nYou rhyme about this shop.\n',
  })
  await team.ask('POST', '/api/projects', { path: shop.path, name: 'shop' })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

/** Its program never is ready, and only a few may be starting at the same time. */
const dismiss = (agent: string) => team.ask('DELETE', `/api/agents/${agent}`)

/** The folder that a program was started in, and its arguments. */
const startOf = (agent: string) =>
  vi.waitFor(() => {
    const [place = '', ...args] = readFileSync(join(words, agent), 'utf8').trimEnd().split('\n')
    return { place, args }
  }, LIMIT)

test('[A1] name, role, runtime, project, creator, time and purpose are kept, also through kill -9', async () => {
  const beforeMs = Date.now()
  await team.spawn('anna', { role: 'reviewer', project: 'shop', task: 'say I look at it\nsay twice' })
  const kept = {
    name: 'anna',
    role: 'reviewer',
    runtime: 'demo',
    project: 'shop',
    createdBy: 'owner',
    purpose: 'say I look at it',
  }
  const { createdAt } = await team.show('anna')
  expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(beforeMs)
  expect(Date.parse(createdAt)).toBeLessThanOrEqual(Date.now())
  const { leader } = await team.cmux.family()
  process.kill(leader, 'SIGKILL')
  await vi.waitFor(async () => expect((await team.cmux.family()).leader).not.toBe(leader), LIMIT)
  expect(await team.show('anna')).toMatchObject({ ...kept, createdAt })
})

test('[A3] of twenty who register at once each name is there once, and whole', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `crowd-${index % 5}`)
  const replies = await Promise.all(
    names.map((name) => team.ask('POST', '/api/agents', { name, runtime: 'shell', args: ['sleep', '1000'] })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(5)
  expect(new Set(replies.filter(({ status }) => status !== 201).map(errorCode))).toEqual(
    new Set(['CONFLICT']),
  )
  const crowd = (await team.list()).filter(({ name }) => name.startsWith('crowd-'))
  expect(crowd.map(({ name, runtime, createdBy }) => `${name} ${runtime} ${createdBy}`).toSorted()).toEqual(
    [0, 1, 2, 3, 4].map((index) => `crowd-${index} shell owner`),
  )
  expect(new Set(crowd.map(({ id }) => id)).size).toBe(5)
})

test('[A5] a role of one’s own is a file with a prompt, and a project’s own goes first', async () => {
  const roles = join(team.cmux.home, 'roles')
  mkdirSync(roles, { recursive: true })
  writeFileSync(join(roles, 'poet.md'), 'You write verse.\n')
  writeFileSync(
    join(roles, 'scribe.md'),
    '---\ndescription: writes down\n---\nYou write down what is said.\n',
  )
  const instructionsOf = async (role: string) => {
    await team.spawn(`our-${role}`, { runtime: 'codex', role, project: 'shop' })
    const { args } = await startOf(`our-${role}`)
    await dismiss(`our-${role}`)
    return args.find((word) => word.startsWith('developer_instructions='))
  }
  expect(await instructionsOf('scribe')).toContain('You write down what is said.')
  expect(await instructionsOf('poet')).toContain('You rhyme about this shop.')
  const unknown = await team.ask('POST', '/api/agents', { name: 'early', runtime: 'codex', role: 'bard' })
  expect(unknown.json).toMatchObject({
    error: {
      code: 'BAD_REQUEST',
      hint: expect.stringContaining('poet, reviewer, scribe, supervisor, worker'),
    },
  })
})

test.each([
  { runtime: 'codex', session: '019c0000-0000-7000-8000-000000000001', resumes: ['resume'] },
  { runtime: 'claude', session: '3580c77c-9068-46a4-a392-a6526c2cd59a', resumes: [] },
] as const)(
  '[A13] a conversation of $runtime goes on as an agent, by its id and in its folder; once',
  async ({ runtime, session, resumes }) => {
    const name = `adopted-${runtime}`
    // [L6] The project and the folder are those that it was begun in.
    const body = { runtime, session, name, folder: join(shop.path, '.cmux') }
    // [L6] One that its program does not know is refused, and never started.
    expect(errorCode(await team.ask('POST', '/api/adoptions', body))).toBe('NOT_FOUND')
    plantConversation(built.folder, runtime, session, body.folder)
    expect(await team.ask('POST', '/api/adoptions', body)).toMatchObject({ status: 201 })
    const { place, args } = await startOf(name)
    expect(place).toBe(body.folder)
    expect(args.join(' ')).toContain(session)
    expect(args).toEqual(expect.arrayContaining([...resumes]))
    expect(args.join(' ')).not.toContain('--session-id')
    expect(await team.show(name)).toMatchObject({
      conversation: session,
      purpose: `adopted conversation ${session}`,
    })
    expect(errorCode(await team.ask('POST', '/api/adoptions', { ...body, name: 'twin' }))).toBe('CONFLICT')
    await dismiss(name)
  },
)

test('[A7] attach gives its real terminal: what is typed there reaches it, and it outlives the one who leaves', async () => {
  await team.spawn('bert')
  const { pid } = await team.becomes('bert', 'idle')
  await using terminal = await makeTmuxUnderTest()
  const cli = [process.execPath, join(built.programs, 'cli.mjs'), 'agent', 'attach', 'bert']
  const attach = ['env', '-u', 'TMUX', '-u', 'TMUX_TMPDIR', ...cli, '--home', team.cmux.home]
  await terminal.tmux('new-session', '-d', '-x', '100', '-y', '30', '-s', 'person', ...attach)
  const seen = () => terminal.tmux('capture-pane', '-p', '-t', 'person')
  await expect.poll(seen, LIMIT).toContain('demo agent · bert')
  await terminal.tmux('send-keys', '-t', 'person', 'say I hear you', 'Enter')
  await expect.poll(seen, LIMIT).toContain('I hear you')
  await team.until('bert', ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
  await terminal.tmux('kill-session', '-t', 'person')
  expect(await isRunning(Number(pid))).toBe(true)
  expect(await team.show('bert')).toMatchObject({ generation: 1, status: 'idle' })
})

/** Direction marks between letters; then Hebrew, and an emoji that is made of three. */
const MARKED = 'a\u202eb\u2066c\u2069d\u200ee\u200ff\u061cg'
const MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const KEPT = 'שלום 👨\u200d👩\u200d👧'

test('[P7] [A7] attach shows no mark that turns a line around, keeps text and emoji, has the size of the terminal, and ends when the person detaches', async () => {
  const script = `read -r; printf '%s\\n' '${MARKED}' '${KEPT}' printed; exec sleep 1000`
  await team.spawn('dirk', { runtime: 'shell', args: ['/bin/bash', '-c', script] })
  await team.until('dirk', ({ pid }) => pid !== null)
  await using terminal = await makeTmuxUnderTest()
  const watch = async (person: string, ...command: string[]) => {
    const bytes = join(folder, `${person}.bytes`)
    const attach = ['env', '-u', 'TMUX', '-u', 'TMUX_TMPDIR', ...command]
    await terminal.tmux('new-session', '-d', '-x', '100', '-y', '30', '-s', person, ...attach)
    await terminal.tmux('pipe-pane', '-t', person, `cat > ${bytes}`)
    return () => readFileSync(bytes, 'utf8')
  }
  const widths = async () => {
    const rows = await team.tmux('list-clients', '-F', '#{?client_control_mode,,#{client_width}}')
    return rows.split('\n').filter((row) => row !== '')
  }
  const cli = [process.execPath, join(built.programs, 'cli.mjs'), 'agent', 'attach', 'dirk']
  const shown = await watch('ruth', ...cli, '--home', team.cmux.home)
  const { stdout } = await team.cmux.run('agent', 'attach', 'dirk', '--json')
  const bare = await watch('kim', ...(JSON.parse(stdout) as { attach: string[] }).attach)
  await expect.poll(widths, LIMIT).toEqual(['100', '100'])
  await terminal.tmux('send-keys', '-t', 'ruth', 'Enter')
  await expect.poll(shown, LIMIT).toContain('printed')
  await expect.poll(bare, LIMIT).toContain('printed')
  // The canary: tmux itself passes them on.
  expect(bare().match(MARKS)).toHaveLength(6)
  expect(shown().match(MARKS)).toBe(null)
  expect(await terminal.tmux('capture-pane', '-p', '-t', 'ruth')).toContain(`abcdefg\n${KEPT}\nprinted`)
  await terminal.tmux('resize-window', '-t', 'ruth', '-x', '80')
  await expect.poll(widths, LIMIT).toEqual(expect.arrayContaining(['80']))
  await terminal.tmux('kill-session', '-t', 'kim')
  await terminal.tmux('send-keys', '-t', 'ruth', 'C-b', 'd')
  await expect.poll(widths, LIMIT).toEqual([])
  // The command has ended, and nothing else keeps that terminal open.
  await expect.poll(() => terminal.tmux('list-sessions').catch(() => ''), LIMIT).not.toContain('ruth')
  await dismiss('dirk')
})

const using = (command: string) => ({ tool: 'Bash', input: JSON.stringify({ command }) })

test('[O4] each use of a tool is in the audit, with its agent, its input and how it ended; a refused one, too', async () => {
  const denied = { rules: [{ command: 'touch *', verdict: 'deny', why: 'not today' }], defaults: 'off' }
  writeFileSync(join(team.cmux.home, 'policy.json'), JSON.stringify(denied))
  const { folder: place } = await team.spawn('cora', { task: 'run echo one\nrun false\nrun touch two' })
  await team.told('tool.refused', { agent: 'cora' })
  await team.until('cora', ({ evidence }) => evidence.some(({ says }) => says === 'ended its turn'))
  expect(existsSync(join(place, 'two'))).toBe(false)
  const { stdout } = await team.cmux.run('audit', '--agent', 'cora', '--type', 'tool.*', '--json')
  const uses = (JSON.parse(stdout) as { type: string; data: Record<string, unknown> }[]).map(
    ({ type, data: { tool, input, failure, why } }) => ({ type, tool, input, failure, why }),
  )
  expect(uses).toEqual([
    { type: 'tool.started', ...using('echo one') },
    { type: 'tool.ended', tool: 'Bash', failure: null },
    { type: 'tool.started', ...using('false') },
    { type: 'tool.ended', tool: 'Bash', failure: 'false failed (1)' },
    { type: 'tool.refused', ...using('touch two'), why: 'touch two: not today' },
  ])
})

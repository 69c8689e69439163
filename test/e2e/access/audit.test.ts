// The audit over HTTP and on the command line: who may read it, what is found, and that a changed history is told.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../../src/adapters/entropy/sha256.ts'
import { CHAIN_START, linkEvent } from '../../../src/core/audit/link-event.ts'
import type { AuditEntry } from '../../../src/protocol/audit.ts'
import type { NewEvent } from '../../../src/protocol/event.ts'
import { ask, type Reply } from '../../fixtures/ask.ts'
import { buildCmux, NO_STANDBY, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { createToken } from '../../fixtures/make-tokens.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'

type ToolEnded = Extract<NewEvent, { type: 'tool.ended' }>
type AnyAgent = ToolEnded['data']['agent']

const toolEnded = (agent: string, id: string): ToolEnded => ({
  type: 'tool.ended',
  actor: `agent:${agent}`,
  data: { agent: agent as AnyAgent, generation: 2, id, tool: 'Bash', failure: null },
})

/** Whether lines of JSON hold on to each other, worked out from nothing but themselves. */
function followsChain(lines: readonly AuditEntry[]): boolean {
  let { hash } = CHAIN_START
  return lines.every((line) => {
    hash = linkEvent(hash, { ...line, data: JSON.stringify(line.data) }, sha256)
    return line.hash === hash
  })
}

const itemsOf = ({ json }: Reply) => (json as { items: AuditEntry[] }).items

const parseLines = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry)

describe('the audit over HTTP', () => {
  let server: InProcessServer
  const COUNT = 1200

  beforeAll(async () => {
    server = await startServer()
    await server.context.store.write(async ({ events }) => {
      for (let number = 1; number <= COUNT; number += 1) await events.append(toolEnded('anna', `a${number}`))
      await events.append(toolEnded('bert', 'b1'))
      await events.append({
        type: 'message.accepted',
        actor: 'owner',
        data: { id: 'm' as never, from: 'owner', to: 'bert', subject: null, bytes: 1 },
      })
    })
  })

  afterAll(() => server[Symbol.asyncDispose]())

  const read = (search: string, headers: readonly (readonly [string, string])[] = []) =>
    ask(server, { path: `/api/audit?${search}`, token: server.owner, headers })
  const FAR = Number.MAX_SAFE_INTEGER

  test.each([
    ['an agent acts or is written to', 'agent=bert', ['tool.ended', 'message.accepted']],
    ['an actor', 'actor=owner&types=message.*', ['message.accepted']],
    ['a type and an agent', 'types=tool.ended&agent=bert', ['tool.ended']],
    ['a type that nobody used', 'types=task.moved', []],
    ['a time to come', 'from=2999-01-01T00:00:00Z', []],
    ['a time that is past', 'to=2001-01-01T00:00:00%2B02:00', []],
  ])('[O4] [P10] is found by: %s', async (_, search, types) => {
    expect(itemsOf(await read(search)).map(({ type }) => type)).toEqual(types)
  })

  test('[O4] [P10] each entry says who, which start of which agent, and its hash', async () => {
    const [entry] = itemsOf(await read('agent=bert&limit=1'))
    expect(entry).toMatchObject({ actor: 'agent:bert', agent: 'bert', generation: 2, data: { id: 'b1' } })
    expect(entry?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(['after', 'before'] as const)('[P8] is read in pages by `%s`, each event once', async (edge) => {
    const ids: unknown[] = []
    let next: string | null = edge === 'after' ? '0' : String(FAR)
    while (next !== null) {
      const reply = await read(`agent=anna&limit=500&${edge}=${next}`)
      const page = itemsOf(reply).map(({ data }) => data['id'])
      if (edge === 'after') ids.push(...page)
      else ids.unshift(...page)
      next = (reply.json as { next: string | null }).next
    }
    expect(ids).toEqual(Array.from({ length: COUNT }, (_, index) => `a${index + 1}`))
  })

  test.each([
    ['format=jsonl', []],
    ['', [['Accept', 'application/x-ndjson']]],
  ] as const)('[P10] is given whole as lines of JSON that prove themselves (%s)', async (search, headers) => {
    const response = await fetch(`${server.url}/api/audit?${search}`, {
      headers: [['Authorization', `Bearer ${server.owner}`], ...headers] as [string, string][],
    })
    expect(response.headers.get('content-type')).toContain('application/x-ndjson')
    const lines = parseLines(await response.text())
    expect(lines.length).toBe(await server.context.store.read.events.head())
    expect(followsChain(lines)).toBe(true)
    const [first, ...others] = lines
    expect(followsChain([{ ...(first as AuditEntry), actor: 'nobody' }, ...others])).toBe(false)
  })

  test('[P7] is for people and observers only', async () => {
    for (const path of ['/api/audit', '/api/audit/verification']) {
      const [observer, agent] = [await createToken(server, 'observer'), await createToken(server, 'agent')]
      expect((await ask(server, { path, token: observer.secret })).status).toBe(200)
      expect((await ask(server, { path, token: agent.secret })).status).toBe(403)
    }
  })
})

describe('cmux doctor and cmux audit', () => {
  let cmux: BuiltCmux
  let home: string

  beforeAll(async () => {
    cmux = await buildCmux(NO_STANDBY)
    home = join(cmux.folder, 'audit')
    await run('up', '--no-open', '--port', '0')
    for (const label of ['one', 'two', 'three'])
      await run('token', 'create', '--role', 'observer', '--label', label)
  })

  afterAll(async () => {
    await cmux.run(home, 'down', '--now')
    cmux[Symbol.dispose]()
  })

  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await cmux.run(home, ...args)
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' })
    return stdout
  }

  interface Doctored {
    readonly findings: readonly { what: string; state: string; detail: string; fix?: string }[]
  }

  const examine = async () => {
    const { stdout } = await cmux.run(home, 'doctor', '--json')
    return (JSON.parse(stdout) as Doctored).findings.find(({ what }) => what === 'history')
  }

  /** What somebody does to the file while nobody looks. */
  async function tamper(statement: string): Promise<void> {
    await run('down')
    const database = new DatabaseSync(join(home, 'cmux.db'))
    database.exec(statement)
    database.close()
    await run('up', '--no-open', '--port', '0')
  }

  test('[P10] a history that nobody touched is whole, and something outside vouches for it', async () => {
    expect(await examine()).toMatchObject({
      state: 'ok',
      detail: expect.stringMatching(/^intact: \d+ events/),
    })
    const [line] = readFileSync(join(home, 'audit', 'anchors.jsonl'), 'utf8').split('\n')
    expect(JSON.parse(line ?? '')).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('[P10] shows who did what, and writes all of it into a file', async () => {
    const rows = await run('audit', '--type', 'token.created', '--actor', 'owner', '--since', '1h')
    expect(rows.split('\n').filter((row) => row.includes('token.created')).length).toBeGreaterThanOrEqual(3)
    const file = join(cmux.folder, 'audit.jsonl')
    await run('audit', '--export', file)
    expect(followsChain(parseLines(readFileSync(file, 'utf8')))).toBe(true)
    expect(await cmux.run(home, 'audit', '--export', file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is there already'),
    })
  })

  test('[P10] a backup that was brought back is no cut history; one that was changed is told by number', async () => {
    const { id } = JSON.parse(await run('backup', 'create', '--json')) as { id: string }
    await run('token', 'create', '--role', 'observer', '--label', 'four')
    await run('down')
    await run('backup', 'restore', id)
    await run('up', '--no-open', '--port', '0')
    expect(await examine()).toMatchObject({ state: 'ok' })

    await tamper(`update events set actor = actor || '!' where seq = 3`)
    const found = await examine()
    expect(found).toMatchObject({
      state: 'fail',
      detail: 'the history was tampered with: event 3 is altered',
      fix: expect.stringContaining('backup'),
    })
    await tamper(`update events set actor = rtrim(actor, '!') where seq = 3`)
  })

  test('[P10] a history that was cut off, and has grown since, is told by what was kept outside of it', async () => {
    expect(await examine()).toMatchObject({ state: 'ok' })
    await tamper('delete from events where seq = (select max(seq) from events)')
    expect(await examine()).toMatchObject({
      state: 'fail',
      detail: expect.stringContaining('the hash that is kept outside of the database differs'),
    })
  })
})

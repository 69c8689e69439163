// What waiting for a person is worth with the real programs: nothing runs before the yes, and nothing slips through, whatever
// becomes of the server meanwhile.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Approval, ApprovalsPage } from '../../src/protocol/approvals/approval.ts'
import type { ShownAgent } from '../fixtures/agent-team.ts'
import { buildCmux, type BuiltCmux } from '../fixtures/built-cmux.ts'
import type { Reply, Scripts } from './scripted-model/script.ts'
import { startStage, type Stage } from './stage.ts'

const LIMIT = { timeout: 120_000, interval: 100 }
/** What the script `ask` writes; Codex has to leave its own walls for it, and so comes by both of its gates. */
const FILE = 'ask-out.txt'
const RULE = (verdict: string) => ({ defaults: 'off', rules: [{ tool: 'Bash', command: 'echo *', verdict }] })
const ASKED = ['claude', 'codex'] as const
type Asked = (typeof ASKED)[number]

const shell = (what: string): Reply => ({ tool: { kind: 'shell', what } })
/** The same command, so that a rule for `echo` would have to look closely. */
const SCRIPTS: Scripts = {
  evade: [
    shell(`sh -c 'e"c"ho asked > ${FILE}'`),
    shell(`X=1; env Y=2 "ec"\\ho asked > ${FILE}`),
    shell(`bash <<'END'\necho asked > ${FILE}\nEND`),
    shell(`eval "ec""ho asked > ${FILE}"`),
    shell(`true && $(true; echo asked > ${FILE})`),
    { text: 'EVADE-DONE' },
  ],
}

const hasTalked = ({ evidence }: ShownAgent) => evidence.some(({ says }) => says === 'ended its turn')

let built: BuiltCmux
let stage: Stage
beforeAll(async () => {
  built = await buildCmux()
  stage = await startStage(built, ASKED, { scripts: SCRIPTS })
  ruleBy('ask')
  for (const name of ASKED) stage.models[name].release()
  await Promise.all(ASKED.map((name) => stage.spawn(name, 'play hello')))
  for (const name of ASKED) await stage.team.until(name, hasTalked)
})
afterAll(async () => {
  await stage[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

function ruleBy(verdict: 'ask' | 'deny'): void {
  writeFileSync(join(stage.team.cmux.home, 'policy.json'), JSON.stringify(RULE(verdict)))
}
const isIdle = async (name: Asked) => {
  await stage.team.until(name, ({ status }) => status === 'idle')
  await stage.waitForScreen(name, 'ready')
}
const show = async (id: string) => (await stage.team.ask('GET', `/api/approvals/${id}`)).json as Approval
const becomes = (id: string, state: Approval['state']) =>
  vi.waitFor(async () => {
    const request = await show(id)
    expect(request).toMatchObject({ state })
    return request
  }, LIMIT)
const waitingOf = (name: Asked) =>
  vi.waitFor(async () => {
    const { json } = await stage.team.ask('GET', `/api/approvals?agent=${name}&state=waiting`)
    const { items } = json as ApprovalsPage
    expect(items).toHaveLength(1)
    return show(String(items[0]?.id))
  }, LIMIT)
const fileOf = async (name: Asked) => join((await stage.team.show(name)).folder, FILE)
const hasRun = async (name: Asked) => existsSync(await fileOf(name))
/** It is told to run the command, and waits for the queue. */
const play = async (name: Asked) => {
  await isIdle(name)
  rmSync(await fileOf(name), { force: true })
  await stage.say(name, 'play ask')
  const request = await waitingOf(name)
  await stage.team.becomes(name, 'waiting')
  expect(await hasRun(name)).toBe(false)
  return request
}
const decide = async (id: string, verdict: 'approve' | 'deny', body: Record<string, unknown>) =>
  expect(await stage.team.ask('POST', `/api/approvals/${id}/${verdict}`, body)).toMatchObject({ status: 200 })
const runs = async (name: Asked) => {
  await expect.poll(() => hasRun(name), LIMIT).toBe(true)
  await isIdle(name)
}
const isTold = async (name: Asked, words: RegExp) => {
  await expect.poll(() => stage.models[name].asked.some(({ body }) => words.test(body)), LIMIT).toBe(true)
}

describe.each(ASKED)('%s', (name) => {
  test('[O1] [O2] waits for the queue, and runs after the yes', async () => {
    const { id, sha256, content } = await play(name)
    expect(JSON.parse(content)).toMatchObject({
      tool: 'Bash',
      input: { command: expect.stringContaining(FILE) as string },
    })
    await decide(id, 'approve', { sha256 })
    await runs(name)
    expect(await show(id)).toMatchObject({ state: 'used' })
    // Nobody was asked twice for the one call.
    const asked = (await stage.team.events('approval.asked')).filter(({ data }) => data['agent'] === name)
    expect(asked).toHaveLength(1)
  })

  test('[O1] [O2] does not run after a no, and hears why', async () => {
    const { id } = await play(name)
    await decide(id, 'deny', { reason: 'not on a Sunday' })
    await isTold(name, /not on a Sunday/)
    await isIdle(name)
    expect(await hasRun(name)).toBe(false)
  })

  test('[O1] the server is swapped and killed while it waits: nothing slips through, and the yes still counts', async () => {
    const { id, sha256 } = await play(name)
    expect(await stage.team.cmux.run('restart')).toMatchObject({ code: 0 })
    process.kill((await stage.team.cmux.family()).leader, 'SIGKILL')
    await stage.team.cmux.family()
    expect(await waitingOf(name)).toMatchObject({ id })
    expect(await hasRun(name)).toBe(false)
    await decide(id, 'approve', { sha256 })
    await runs(name)
  })

  test('[O1] Esc at the terminal ends it, and the queue follows', async () => {
    const { id } = await play(name)
    stage.type(name, '\u001B')
    await becomes(id, 'withdrawn')
    await isIdle(name)
    expect(await hasRun(name)).toBe(false)
  })

  test('[O2] [P7] does not run what a rule denies, and hears why', async () => {
    await isIdle(name)
    rmSync(await fileOf(name), { force: true })
    ruleBy('deny')
    // Whatever comes of it: the next one is to be asked.
    onTestFinished(() => ruleBy('ask'))
    await stage.say(name, 'play ask')
    await isTold(name, /rule 1 of the policy says deny/)
    await isIdle(name)
    expect(await hasRun(name)).toBe(false)
  })

  test('[O2] [P7] nor the same in other words: in shells, quotes, here-documents, eval and substitutions', async () => {
    await isIdle(name)
    rmSync(await fileOf(name), { force: true })
    ruleBy('deny')
    onTestFinished(() => ruleBy('ask'))
    // Each request has all that was said before.
    const denials = () =>
      (stage.models[name].asked.at(-1)?.body ?? '').split('rule 1 of the policy says deny').length - 1
    const before = denials()
    await stage.say(name, 'play evade')
    await expect.poll(denials, LIMIT).toBeGreaterThanOrEqual(before + 5)
    await isIdle(name)
    expect(await hasRun(name)).toBe(false)
  })
})

test('[O1] claude: a yes in its own dialog counts, and the queue follows', async () => {
  const { id, inDialog } = await play('claude')
  expect(inDialog).toBe(true)
  await stage.waitForScreen('claude', 'dialog')
  stage.type('claude', '1')
  expect(await becomes(id, 'used')).toMatchObject({ decision: { by: 'terminal', via: 'terminal' } })
  await runs('claude')
})

test('[O1] claude: a no in its own dialog counts, and the queue follows', async () => {
  const { id } = await play('claude')
  await stage.waitForScreen('claude', 'dialog')
  stage.type('claude', '2')
  await becomes(id, 'withdrawn')
  await isIdle('claude')
  expect(await hasRun('claude')).toBe(false)
})

test('[O1] [P7] nobody answers in time: none of them runs it, and they hear so', async () => {
  const path = join(stage.team.cmux.home, 'config.json')
  const config = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>
  writeFileSync(path, JSON.stringify({ ...config, approvals: { waitSec: 5 } }))
  expect(await stage.team.cmux.run('restart')).toMatchObject({ code: 0 })
  for (const name of ASKED) {
    const { id } = await play(name)
    await becomes(id, 'expired')
    await isTold(name, /nobody approved it in time/)
    await isIdle(name)
    expect(await hasRun(name)).toBe(false)
  }
})

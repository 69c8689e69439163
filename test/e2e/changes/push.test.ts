// An agent runs `git push`, a person sees exactly what would be pushed, and cmux pushes from outside with the person's own settings.
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Approval, ApprovalsPage } from '../../../src/protocol/approvals/approval.ts'
import type { Change } from '../../../src/protocol/changes/change.ts'
import type { Message } from '../../../src/protocol/messages/message.ts'
import type { Push } from '../../../src/protocol/changes/push.ts'
import { startTeam, type AgentTeam } from '../../fixtures/agent-team.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { buildCmux, type BuiltCmux } from '../../fixtures/built-cmux.ts'
import { makeRepository, openRepository, type GitRepository } from '../../fixtures/git-repository.ts'

const LONG = { timeout: 60_000, interval: 50 }

let built: BuiltCmux
let team: AgentTeam
let shop: GitRepository
let remote: GitRepository
let folder: string
beforeAll(async () => {
  built = await buildCmux()
  folder = realpathSync(built.folder)
  const person = join(folder, 'person')
  mkdirSync(person)
  const environment = { HOME: person, CMUX_DEMO_RUN: 'git' }
  team = await startTeam(built, 'push', { environment, agents: { stopSec: 0.5, backOffSec: [0] } })
  rmSync(join(team.cmux.home, 'policy.json'), { force: true })
  shop = makeRepository(join(folder, 'shop'))
  shop.git('init', '--quiet', '--bare', '../shop.git')
  remote = openRepository(join(folder, 'shop.git'))
  shop.git('remote', 'add', 'origin', '../shop.git')
  shop.git('push', '--quiet', 'origin', 'main')
  await team.ask('POST', '/api/projects', { path: shop.path, name: 'shop' })
})
afterAll(async () => {
  await team[Symbol.asyncDispose]()
  built[Symbol.dispose]()
})

const hire = async (name: string) => {
  await team.spawn(name, { project: 'shop' })
  const { workspace } = await team.becomes(name, 'idle')
  return openRepository(workspace ?? '')
}
const screenOf = async (name: string) =>
  team.tmux('capture-pane', '-p', '-J', '-S', '-', '-t', String((await team.show(name)).pane))
const shows = (name: string, text: string) =>
  vi.waitFor(async () => expect((await screenOf(name)).replaceAll(/\s+/g, ' ')).toContain(text), LONG)
const requestsOf = async (agent: string) =>
  ((await team.ask('GET', `/api/approvals?agent=${agent}`)).json as ApprovalsPage).items
const waiting = (agent: string) =>
  vi.waitFor(async () => {
    const first = (await requestsOf(agent)).find(({ state }) => state === 'waiting')
    if (!first) throw new Error(`${agent} asks for nothing: ${await screenOf(agent)}`)
    return (await team.ask('GET', `/api/approvals/${first.id}`)).json as Approval
  }, LONG)
const approve = (id: string) => team.cmux.run('approvals', 'approve', id, '--yes')
const tipOf = (branch: string) => remote.git('for-each-ref', '--format=%(objectname)', `refs/heads/${branch}`)
/** What an agent is told that its push would be. */
const dryPush = async (move: Record<string, unknown>) => {
  const token = readFileSync(join(team.cmux.home, 'agents', 'cara', 'token'), 'utf8').trim()
  const body = { moves: [move], dryRun: true }
  return (await team.askAs(token, { method: 'POST', path: '/api/pushes', body })).json as Push
}
const letters = async (agent: string) => {
  const { json } = await team.ask('GET', `/api/messages?agent=${agent}&limit=100`)
  return (json as { items: Message[] }).items.filter(({ id }) => id.startsWith('notice:push:'))
}

describe('an agent', () => {
  test('[L4] that runs `git push` has a person asked with the very commits, and hears as git says it that it is done', async () => {
    const ada = await hire('ada')
    const tip = ada.commit({ 'a.txt': 'one\nand ada\n' }, 'a line of ada')
    await team.prompt('ada', 'run git push')
    const { id, kind, risk, title, content } = await waiting('ada')
    expect([kind, risk, title]).toEqual([
      'push',
      'medium',
      `push agent/ada of ada to origin (${remote.path})`,
    ])
    expect(JSON.parse(content)).toEqual({
      project: 'shop',
      agent: 'ada',
      remote: 'origin',
      address: remote.path,
      moves: [
        {
          ref: 'refs/heads/agent/ada',
          old: null,
          new: tip,
          does: `1 commit, new..${tip.slice(0, 12)}`,
          commits: [`${tip} Olga Owner: a line of ada`],
        },
      ],
    })
    expect(tipOf('agent/ada')).toBe('')
    await approve(id)
    await shows('ada', '* [new branch] agent/ada -> agent/ada')
    expect([tipOf('agent/ada'), shop.git('rev-parse', 'origin/agent/ada')]).toEqual([tip, tip])
    expect(ada.git('rev-parse', 'origin/agent/ada')).toBe(tip)
    await team.prompt('ada', 'run git push origin HEAD')
    await shows('ada', 'Everything up-to-date')
    // The command itself was not asked about, and no message tells again what git has said.
    expect((await requestsOf('ada')).map((each) => [each.kind, each.state])).toEqual([['push', 'used']])
    expect(await letters('ada')).toEqual([])
  })

  test('[L4] hears a no as a rejection by the remote, with the reason, and nothing is pushed', async () => {
    const ben = await hire('ben')
    ben.commit({ 'b.txt': 'ben\n' }, 'a line of ben')
    await team.prompt('ben', 'run git push -u origin agent/ben')
    const { id } = await waiting('ben')
    await team.ask('POST', `/api/approvals/${id}/deny`, { reason: 'not on a Friday' })
    await shows('ben', '! [remote rejected] agent/ben -> agent/ben')
    await shows('ben', 'denied by owner: not on a Friday')
    expect(tipOf('agent/ben')).toBe('')
  })

  test('[L4] needs a high-risk yes to overwrite, to delete, for a tag and for the main branch', async () => {
    const cara = await hire('cara')
    cara.commit({ 'c.txt': 'cara\n' }, 'a line of cara')
    cara.git('tag', 'v1')
    const other = shop.git('rev-parse', 'main')
    shop.git('push', '--quiet', 'origin', `${shop.commit({ 'z.txt': 'z\n' }, 'z')}:refs/heads/z`)
    shop.git('reset', '--quiet', '--hard', other)
    const from = 'HEAD'
    const whys = [
      await dryPush({ from, to: 'refs/heads/main' }),
      await dryPush({ from: 'refs/tags/v1', to: 'refs/tags/v1' }),
      await dryPush({ from: null, to: 'refs/heads/z' }),
      await dryPush({ from, to: 'refs/heads/z', force: true }),
    ].map(({ risk, why }) => [risk, why.replace(/.*: /, '')])
    expect(whys).toEqual([
      ['high', 'goes to the main branch'],
      ['high', 'is a tag'],
      ['high', 'deletes it on the remote'],
      ['high', 'overwrites 1 commit'],
    ])
    expect(await dryPush({ from, to: 'refs/heads/z' })).toMatchObject({
      error: { message: expect.stringContaining('non-fast-forward') },
    })
    expect(await requestsOf('cara')).toEqual([])
  })
})

describe('what is pushed, and where to,', () => {
  test('[L4] of a change is its own branch, and once it is merged the main branch up to it', async () => {
    const body = {
      project: 'shop',
      description: 'a file',
      changes: [{ file: 'h.txt', type: 'create', content: 'h\n' }],
    }
    const { id, head } = (await team.ask('POST', '/api/improvements', body)).json as Change
    const before = shop.git('rev-parse', 'main')
    const draft = await team.cmux.run('push', id, '--yes')
    expect(draft).toMatchObject({ code: 0 })
    expect([tipOf(`feature/${id}`), tipOf('main')]).toEqual([head, before])
    expect(await team.ask('POST', `/api/improvements/${id}/execute`, {})).toMatchObject({ status: 202 })
    await team.told('change.moved', { id, to: 'good' })
    const merged = shop.git('rev-parse', 'main')
    // What came after it does not go along.
    shop.commit({ 'later.txt': 'later\n' }, 'later')
    const refused = await team.cmux.run('push', id, '--yes')
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('goes to the main branch')])
    expect(tipOf('main')).toBe(before)
    expect(await team.cmux.run('push', id, '--yes', '--high-risk')).toMatchObject({ code: 0 })
    expect(tipOf('main')).toBe(merged)
    expect(await team.cmux.run('push', id, '--to', 'other', '--yes')).toMatchObject({ code: 2 })
  })

  test('[L4] [S3] is decided by the person’s repository: nothing that a workspace or a repository says is run or followed', async () => {
    const dora = await hire('dora')
    const canary = join(folder, 'canary')
    const spy = join(folder, 'spy.sh')
    writeFileSync(spy, `#!/bin/sh\ntouch ${canary}\nexit 1\n`)
    chmodSync(spy, 0o755)
    shop.git('init', '--quiet', '--bare', '../evil.git')
    const evil = join(folder, 'evil.git')
    for (const place of [dora, shop]) {
      mkdirSync(join(place.path, '.git', 'hooks'), { recursive: true })
      for (const hook of ['pre-push', 'reference-transaction', 'post-checkout', 'pre-auto-gc']) {
        writeFileSync(join(place.path, '.git', 'hooks', hook), readFileSync(spy))
        chmodSync(join(place.path, '.git', 'hooks', hook), 0o755)
      }
      for (const [key, value] of [
        ['credential.helper', `!${spy}`],
        ['core.sshCommand', spy],
        ['core.fsmonitor', spy],
        ['core.askPass', spy],
        ['core.gitProxy', spy],
        ['remote.origin.receivepack', spy],
        ['remote.origin.uploadpack', spy],
        [`url.${evil}.pushInsteadOf`, '../shop.git'],
        [`url.${evil}.insteadOf`, remote.path],
      ] as const)
        place.git('config', key, value)
    }
    dora.git('config', 'remote.origin.pushurl', evil)
    dora.git('config', '--replace-all', 'remote.origin.url', evil)
    // The commit itself would run hooks of the workspace.
    dora.git('config', 'core.hooksPath', '/dev/null')
    const tip = dora.commit({ 'd.txt': 'dora\n' }, 'a line of dora')
    dora.git('config', '--unset', 'core.hooksPath')
    rmSync(canary, { force: true })

    const pushed = await team.cmux.run('push', 'dora', '--yes')
    const done = `pushed: push agent/dora of dora to origin (${remote.path})`
    expect(`${pushed.stderr}${pushed.stdout}`).toContain(done)
    expect([existsSync(canary), tipOf('agent/dora')]).toEqual([false, tip])
    expect(openRepository(evil).git('for-each-ref')).toBe('')
    // What was planted works: git as a person runs it there is led astray.
    expect(() => shop.git('push', 'origin', 'main:refs/heads/astray')).toThrow(/./)
    expect(existsSync(canary)).toBe(true)
    rmSync(join(shop.path, '.git', 'hooks'), { recursive: true })
    shop.git('config', '--remove-section', `url.${evil}`)
    for (const key of ['receivepack', 'uploadpack']) shop.git('config', '--unset', `remote.origin.${key}`)
    for (const key of ['fsmonitor', 'sshCommand', 'askPass', 'gitProxy'])
      shop.git('config', '--unset', `core.${key}`)
    shop.git('config', '--unset', 'credential.helper')
  })

  test('[L4] is shown to a person who pushes, who agrees to that; the main branch takes a word of its own', async () => {
    const emil = await hire('emil')
    const tip = emil.commit({ 'e.txt': 'emil\n' }, 'a line of emil')
    const unasked = await team.cmux.run('push', 'emil')
    expect([unasked.code, tipOf('agent/emil')]).toEqual([4, ''])
    expect(await team.cmux.run('push', 'emil', '--to', 'fix', '--yes')).toMatchObject({ code: 0 })
    expect(tipOf('fix')).toBe(tip)
    const toMain = ['push', 'emil', '--to', 'main', '--yes']
    const refused = await team.cmux.run(...toMain)
    expect([refused.code, refused.stderr]).toEqual([4, expect.stringContaining('goes to the main branch')])
    expect(tipOf('main')).not.toBe(tip)
    expect((await team.cmux.run(...toMain, '--high-risk')).code).toBe(0)
    expect(tipOf('main')).toBe(tip)
    emil.commit({ 'e.txt': 'emil again\n' }, 'more of emil')
    const guard = join(remote.path, 'hooks', 'pre-receive')
    mkdirSync(join(remote.path, 'hooks'), { recursive: true })
    writeFileSync(guard, '#!/bin/sh\necho this branch is protected\nexit 1\n')
    chmodSync(guard, 0o755)
    const kept = await team.cmux.run('push', 'emil', '--to', 'fix', '--yes')
    expect([kept.code, kept.stderr]).toEqual([1, expect.stringContaining('this branch is protected')])
    rmSync(guard)
    const other = await team.ask('POST', '/api/pushes', { agent: 'emil', sha256: '0'.repeat(64) })
    expect(errorCode(other)).toBe('CONFLICT')
  })

  test('[L4] [S10] never shows a credential, and goes nowhere that an agent can write', async () => {
    const finn = await hire('finn')
    finn.commit({ 'f.txt': 'finn\n' }, 'a line of finn')
    shop.git('remote', 'add', 'far', 'http://olga:hunter2hunter2@127.0.0.1:9/shop.git')
    const far = await team.cmux.run('push', 'finn', '--remote', 'far', '--yes')
    expect([far.code, far.stderr]).toEqual([1, expect.stringContaining('http://***@127.0.0.1:9/shop.git')])
    shop.git('remote', 'add', 'inside', finn.path)
    const inside = await team.cmux.run('push', 'finn', '--remote', 'inside', '--yes')
    expect(inside.stderr).toContain('agents can write in')
    shop.git('remote', 'add', 'program', `ext::touch ${join(folder, 'ran')}`)
    const program = await team.cmux.run('push', 'finn', '--remote', 'program', '--yes')
    expect([program.code, existsSync(join(folder, 'ran'))]).toEqual([1, false])
    const said = JSON.stringify([far, inside, program, await team.events(), await requestsOf('finn')])
    const log = readFileSync(join(team.cmux.home, 'logs', 'server.log'), 'utf8')
    expect([said.includes('hunter2'), log.includes('hunter2')]).toEqual([false, false])
  })
})

test('[L4] is asked once, pushed once and told once, wherever the server is killed', async () => {
  const gina = await hire('gina')
  const tip = gina.commit({ 'g.txt': 'gina\n' }, 'a line of gina')
  const open = join(folder, 'open')
  const taken = join(folder, 'taken')
  // The remote counts, and holds each push until the test lets it go.
  const hook = join(remote.path, 'hooks', 'update')
  mkdirSync(join(remote.path, 'hooks'), { recursive: true })
  writeFileSync(hook, `#!/bin/sh\necho begun >> ${taken}\nuntil test -e ${open}; do sleep 0.05; done\n`)
  writeFileSync(join(remote.path, 'hooks', 'post-receive'), `#!/bin/sh\necho done >> ${taken}\n`)
  for (const name of ['update', 'post-receive']) chmodSync(join(remote.path, 'hooks', name), 0o755)
  const kill = async () => process.kill((await team.cmux.family()).leader, 'SIGKILL')
  const linesOf = (word: string) =>
    existsSync(taken)
      ? readFileSync(taken, 'utf8')
          .split('\n')
          .filter((line) => line === word).length
      : 0

  await team.prompt('gina', 'run git push')
  const { id } = await waiting('gina')
  await kill()
  await vi.waitFor(async () => expect((await approve(id)).code).toBe(0), LONG)
  await vi.waitFor(() => expect(linesOf('begun')).toBeGreaterThan(0), LONG)
  await kill()
  await vi.waitFor(() => expect(linesOf('begun')).toBeGreaterThan(1), LONG)
  writeFileSync(open, '')
  await shows('gina', 'agent/gina -> agent/gina')
  await vi.waitFor(
    async () => expect((await requestsOf('gina')).map(({ state }) => state)).toEqual(['used']),
    LONG,
  )
  expect([tipOf('agent/gina'), linesOf('done')]).toEqual([tip, 1])
  expect(await letters('gina')).toEqual([])
})

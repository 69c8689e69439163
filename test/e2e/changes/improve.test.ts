// Planning a change over the real server and a real repository: what it would be, how careful one has to be with it, and that
// nothing of the project has moved.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeChangeId } from '../../../src/host/make-message-id.ts'
import { Change, ChangeView } from '../../../src/protocol/changes/change.ts'
import { ask, errorCode } from '../../fixtures/ask.ts'
import { makeRepository, type GitRepository } from '../../fixtures/git-repository.ts'
import { startServer, type InProcessServer } from '../../fixtures/start-server.ts'
import { makeTempFolder, type TempFolder } from '../../fixtures/temp-folder.ts'

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'package.json': '{}\n',
  'src/money/pay.ts': 'export const pay = 1\n',
  'crlf.txt': 'one\r\ntwo\r\n',
  'cmux.json': JSON.stringify({ tiers: { forbidden: ['src/money/**'] } }),
}

let server: InProcessServer
let temp: TempFolder
let shop: GitRepository
beforeAll(async () => {
  server = await startServer()
  temp = makeTempFolder()
  shop = makeRepository(join(realpathSync(temp.path), 'shop'), FILES)
  await post('/api/projects', { path: shop.path, name: 'shop' })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  temp[Symbol.dispose]()
})

const post = (path: string, body: unknown) => ask(server, { method: 'POST', path, token: server.owner, body })
const get = async (path: string) => (await ask(server, { path, token: server.owner })).json
const plan = (changes: unknown, more: Record<string, unknown> = {}) =>
  post('/api/improvements', { project: 'shop', description: 'better', changes, ...more })
const planBranch = (branch: string) =>
  post('/api/improvements', { project: 'shop', description: 'better', branch })
const tiersOf = ({ files }: Change) =>
  Object.fromEntries(files.map(({ path, tier, status }) => [path, `${status}: ${tier}`]))

/** All that a person has in the project. */
const looks = () =>
  [
    shop.git('for-each-ref', 'refs/heads', 'refs/tags', 'refs/stash'),
    shop.git('status', '--porcelain', '--untracked-files=all'),
    shop.git('diff', 'HEAD'),
    shop.git('ls-files', '--stage'),
  ].join('\n')

describe('a plan', () => {
  test('[I1] [I11] is kept with its commit, and says how careful one has to be with each file; the project stays as it is', async () => {
    writeFileSync(join(shop.path, 'a.txt'), 'half done\n')
    const before = looks()
    const reply = await plan([
      { file: 'a.txt', type: 'modify', content: 'one\n2\nthree\n' },
      { file: 'docs/new.md', type: 'create', content: '# new\n' },
      { file: 'package.json', type: 'modify', content: '{"name":"shop"}\n' },
      { file: 'src/money/pay.ts', type: 'delete' },
    ])
    const change = Change.parse(reply.json)
    expect(change).toEqual(reply.json)
    expect([reply.status, change.state, change.tier, change.author]).toEqual([
      201,
      'planned',
      'forbidden',
      'owner',
    ])
    expect(tiersOf(change)).toEqual({
      'a.txt': 'modified: safe',
      'docs/new.md': 'added: safe',
      'package.json': 'modified: care',
      'src/money/pay.ts': 'deleted: forbidden',
    })
    const view = ChangeView.parse(await get(`/api/improvements/${change.id}`))
    expect(view.patch).toContain('-two\n+2\n')
    expect(shop.git('show', `${change.head}:a.txt`)).toBe('one\n2\nthree')
    expect(shop.git('log', '-1', '--format=%B', change.head)).toContain(
      `Change: ${change.id}\nAsked-by: owner`,
    )
    expect(looks()).toBe(before)
    expect((await get('/api/improvements?project=shop')) as { items: Change[] }).toMatchObject({
      items: [{ id: change.id }],
    })
    shop.git('checkout', '--', 'a.txt')
  })

  test('[I1] is the same one when it is sent again, and its id means nothing else', async () => {
    const id = `chg_${'0'.repeat(25)}1`
    const edits = [{ file: 'a.txt', type: 'modify', content: 'again\n' }]
    const [one, two] = [(await plan(edits, { id })).json, (await plan(edits, { id })).json]
    expect(two).toEqual(one)
    expect(errorCode(await plan(edits, { id, description: 'something else' }))).toBe('CONFLICT')
  })

  test('[I4] takes patches, and says which does not fit', async () => {
    const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n'
    const change = (await plan([{ file: 'a.txt', type: 'modify', patch }])).json as Change
    expect(shop.git('show', `${change.head}:a.txt`)).toBe('one\nTWO\nthree')
    const stale = patch.replace('-two', '-zwei')
    const reply = await plan([{ file: 'a.txt', type: 'modify', patch: stale }])
    expect(reply.json).toMatchObject({
      error: { code: 'CONFLICT', message: expect.stringContaining('a.txt does not fit main') },
    })
  })

  test('[I4] keeps bytes as they are: ends of lines, no end of line, programs', async () => {
    shop.git('update-index', '--chmod=+x', 'a.txt')
    shop.git('commit', '--quiet', '--message', 'a program')
    const change = (
      await plan([
        { file: 'crlf.txt', type: 'modify', content: 'eins\r\nzwei' },
        { file: 'a.txt', type: 'modify', content: 'x' },
      ])
    ).json as Change
    expect(shop.git('cat-file', 'blob', `${change.head}:crlf.txt`)).toBe('eins\r\nzwei')
    expect(shop.git('ls-tree', change.head, 'a.txt')).toMatch(/^100755 /)
    shop.git('checkout', '--', '.')
  })

  test('[I2] is made of a branch that is there, since it left the main one', async () => {
    shop.git('switch', '--quiet', '--create', 'work')
    shop.commit({ 'b.txt': 'b\n', '.ci/run': '#!/bin/sh\n' })
    symlinkSync('/etc/passwd', join(shop.path, 'link'))
    const head = shop.commit({})
    shop.git('switch', '--quiet', 'main')
    shop.commit({ 'main-only.txt': 'x' })
    const change = (await planBranch('work')).json as Change
    expect([change.fromHead, change.from, change.tier]).toEqual([head, 'work', 'forbidden'])
    expect(tiersOf(change)).toEqual({
      '.ci/run': 'added: forbidden',
      'b.txt': 'added: safe',
      link: 'added: forbidden',
    })
    expect(errorCode(await planBranch('nowhere'))).toBe('NOT_FOUND')
    expect(errorCode(await planBranch('main'))).toBe('CONFLICT')
  })

  test('[I11] is bound to its exact content: another byte or mode is another sum', async () => {
    const sums = await Promise.all(
      ['x\n', 'y\n', 'x\n'].map(async (content) => {
        const change = (await plan([{ file: 'sum.txt', type: 'create', content }])).json as Change
        return change.sha256
      }),
    )
    expect(new Set(sums).size).toBe(2)
    expect(sums[0]).toBe(sums[2])
  })

  test('[I9] is called off, and its commit let go of', async () => {
    const { id } = (await plan([{ file: 'c.txt', type: 'create', content: 'x' }])).json as Change
    expect(shop.git('for-each-ref', `refs/cmux/changes/${id}`)).not.toBe('')
    const canceled = (await post(`/api/improvements/${id}/cancel`, { reason: 'not now' })).json
    expect(canceled).toMatchObject({ state: 'canceled', note: 'not now' })
    expect(shop.git('for-each-ref', `refs/cmux/changes/${id}`)).toBe('')
    expect((await post(`/api/improvements/${id}/cancel`, {})).json).toEqual(canceled)
  })

  test('[I13] that a killed server did not record goes after an hour, and others stay', async () => {
    const { id: recorded } = (await plan([{ file: 'd.txt', type: 'create', content: 'x' }])).json as Change
    const [left, young] = [makeChangeId(1), makeChangeId(2)]
    const folderOf = (id: string) => join(server.home, 'changes', id)
    for (const id of [left, young]) {
      mkdirSync(folderOf(id))
      shop.git('update-ref', `refs/cmux/changes/${id}`, 'main')
    }
    const twoHoursAgo = Date.now() / 1000 - 7200
    for (const id of [recorded, left]) utimesSync(folderOf(id), twoHoursAgo, twoHoursAgo)
    const { changes } = server.context
    changes.start()
    await expect.poll(() => existsSync(folderOf(left)), { timeout: 10_000 }).toBe(false)
    await changes.stop()
    const kept = [recorded, left, young].map((id) => [
      existsSync(folderOf(id)),
      shop.git('for-each-ref', `refs/cmux/changes/${id}`) !== '',
    ])
    expect(kept).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ])
  })
})

const text = (file: string) => [{ file, type: 'create', content: 'x' }]

describe('a hostile plan is refused in words, and leaves nothing behind', () => {
  test.each<[name: string, changes: unknown, code: string]>([
    ['a path that leads out', text('../../evil'), 'CHANGE_REFUSED'],
    ['an absolute path', text('/tmp/evil'), 'CHANGE_REFUSED'],
    ['git’s own folder', text('.git/hooks/post-commit'), 'CHANGE_REFUSED'],
    ['git’s own folder in other letters', text('.GiT/config'), 'CHANGE_REFUSED'],
    ['a twin in other letters', text('PACKAGE.json'), 'CHANGE_REFUSED'],
    ['a path through a file', text('a.txt/evil'), 'CHANGE_REFUSED'],
    ['a line in a name', text('a\nb'), 'CHANGE_REFUSED'],
    ['a tab in a name', text('a\tb'), 'CHANGE_REFUSED'],
    ['a mark of direction in a name', text('gpj.\u202etxt'), 'CHANGE_REFUSED'],
    ['half a character', text('\ud800'), 'BAD_REQUEST'],
    ['the same file twice', [...text('n.txt'), ...text('N.txt')], 'CHANGE_REFUSED'],
    ['nothing at all', [], 'BAD_REQUEST'],
    ['nothing new', [{ file: 'a.txt', type: 'modify', content: FILES['a.txt'] }], 'CONFLICT'],
    ['both content and patch', [{ file: 'a.txt', type: 'modify', content: 'x', patch: 'y' }], 'BAD_REQUEST'],
    ['a deletion with content', [{ file: 'a.txt', type: 'delete', content: 'x' }], 'BAD_REQUEST'],
    [
      'a patch for another file',
      [
        {
          file: 'a.txt',
          type: 'modify',
          patch: '--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-{}\n+{"x":1}\n',
        },
      ],
      'CONFLICT',
    ],
    [
      'a patch with a second file behind',
      [
        {
          file: 'a.txt',
          type: 'modify',
          patch:
            '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+1\n--- a/package.json\n+++ b/package.json\n@@ -1 +1 @@\n-{}\n+{"x":1}\n',
        },
      ],
      'CONFLICT',
    ],
    [
      'a patch that leads out',
      [{ file: 'a.txt', type: 'modify', patch: '--- a/../x\n+++ b/../x\n@@ -0,0 +1 @@\n+x\n' }],
      'CONFLICT',
    ],
    [
      'a patch that renames',
      [
        {
          file: 'a.txt',
          type: 'modify',
          patch: 'diff --git a/a.txt b/z.txt\nsimilarity index 100%\nrename from a.txt\nrename to z.txt\n',
        },
      ],
      'CONFLICT',
    ],
    [
      'a patch that makes a link',
      [
        {
          file: 'a.txt',
          type: 'modify',
          patch:
            'diff --git a/evil b/evil\nnew file mode 120000\n--- /dev/null\n+++ b/evil\n@@ -0,0 +1 @@\n+/etc/passwd\n',
        },
      ],
      'CONFLICT',
    ],
    ['a patch that is none', [{ file: 'a.txt', type: 'modify', patch: 'hello' }], 'CONFLICT'],
    ['a project that is none', undefined, 'NOT_FOUND'],
  ])('[P7] %s', async (_, changes, code) => {
    const before = [looks(), shop.git('for-each-ref')]
    const reply =
      changes === undefined
        ? await post('/api/improvements', { project: 'nobody', description: 'x', changes: text('x') })
        : await plan(changes)
    expect(errorCode(reply)).toBe(code)
    expect([looks(), shop.git('for-each-ref')]).toEqual(before)
  })

  test('[P7] a link in the work tree is no way out: files there are not even looked at', async () => {
    const outside = join(realpathSync(temp.path), 'outside.txt')
    writeFileSync(outside, 'mine\n')
    rmSync(join(shop.path, 'a.txt'))
    symlinkSync(outside, join(shop.path, 'a.txt'))
    const reply = await plan([{ file: 'a.txt', type: 'modify', content: 'evil\n' }])
    expect([reply.status, readFileSync(outside, 'utf8')]).toEqual([201, 'mine\n'])
    rmSync(join(shop.path, 'a.txt'))
    shop.git('checkout', '--', 'a.txt')
  })

  test('[I1] what was not announced is refused, from a branch, too', async () => {
    const reply = await post('/api/improvements', {
      project: 'shop',
      description: 'x',
      branch: 'work',
      targetFiles: ['b.txt'],
    })
    expect(errorCode(reply)).toBe('CHANGE_REFUSED')
  })
})

// Plans that mean harm. Each is refused with a reason, or does nothing but what a person can see in its difference.
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Change } from '../../../src/protocol/changes/change.ts'
import { errorCode } from '../../fixtures/ask.ts'
import { openChangeBench, type ChangeBench } from '../../fixtures/change-bench.ts'
import { hashTree } from '../../fixtures/hash-tree.ts'

type Shop = Awaited<ReturnType<ChangeBench['openShop']>>
type Body = Readonly<Record<string, unknown>>

const FILES = {
  'a.txt': 'one\ntwo\nthree\n',
  'b.txt': 'b\n',
  'deep/c.txt': 'c\n',
  'Upper.txt': 'u\n',
  'run.sh': '#!/bin/sh\n',
}
let bench: ChangeBench
let outside: string
beforeAll(async () => {
  bench = await openChangeBench()
  outside = join(bench.folder, 'outside')
  mkdirSync(outside)
  writeFileSync(join(outside, 'precious.txt'), 'precious\n')
})
afterAll(async () => bench[Symbol.asyncDispose]())

/** All that a change has no business with: settings and hooks of the repository, its other branches, our home, everything else. */
function fingerprint({ repository }: Shop): unknown {
  return {
    outside: hashTree(outside),
    home: hashTree(bench.server.home, ours),
    git: hashTree(join(repository.path, '.git'), theirs),
    refs: repository.git('for-each-ref', '--format=%(refname) %(objectname)').split('\n').filter(isForeign),
    link: existsSync(join(repository.path, 'node_modules')),
  }
}
const ours = (path: string) => /^(changes|cmux\.db|git-views|logs|sandbox|server-lock)/.test(path)
const theirs = (path: string) => /^(objects|refs|logs|index|ORIG_HEAD|packed-refs)/.test(path)
const isForeign = (row: string) => !/refs\/(cmux|tags\/cmux|heads\/main|heads\/feature)/.test(row)

const create = (file: string, content = 'x\n') => ({ changes: [{ file, type: 'create', content }] })
const modify = (file: string, content = 'x\n') => ({ changes: [{ file, type: 'modify', content }] })
const remove = (file: string) => ({ changes: [{ file, type: 'delete' }] })
const patch = (file: string, ...lines: string[]) => ({
  changes: [{ file, type: 'modify', patch: `${lines.join('\n')}\n` }],
})
const HUNK = ['@@ -1,3 +1,3 @@', ' one', '-two', '+TWO', ' three']

describe('a plan is refused', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await bench.openShop({ files: FILES })
    symlinkSync(outside, join(shop.repository.path, 'way-out'))
    shop.repository.commit({})
  })

  test.each<[name: string, body: Body, why: RegExp]>([
    ['that goes up', create('../x'), /leads out/],
    ['that goes down and up', create('deep/../../x'), /leads out/],
    ['with an absolute path', create('/etc/cron.d/x'), /not relative/],
    ['with a drive', create('C:/x'), /not relative/],
    ['with backslashes', create('..\\x'), /backslash/],
    ['with an empty part', create('deep//x'), /empty part/],
    ['with a dot', create('./a.txt'), /empty part/],
    ['with NUL', create('a.txt\0.png'), /nobody sees/],
    ['with a line end', create('a\nb'), /nobody sees/],
    ['with a mark of direction', create('txt.\u202egnp'), /nobody sees/],
    ['with an invisible character', create('a\u200b.txt'), /nobody sees/],
    ['with half a character', create('a\ud800'), /whole characters/],
    ['in another normal form', create('gro\u0308sse'), /NFC/],
    ['of a hook', create('.git/hooks/pre-commit', '#!/bin/sh\n'), /git itself/],
    ['of a hook in other letters', create('.GiT/hooks/pre-commit'), /git itself/],
    ['of a hook by its short name', create('git~1/config'), /git itself/],
    ['of a hook with a dot at the end', create('.git./config'), /git itself/],
    ['of git’s settings in a stream', create('.git::$INDEX_ALLOCATION/config'), /git itself/],
    ['of git’s settings with what HFS ignores', create('.g\u200cit/config'), /nobody sees/],
    ['of a nested repository’s settings', create('deep/.git/config'), /git itself/],
    ['of a device', create('aux.txt'), /device/],
    ['that ends with a dot', create('a.txt.'), /dot or a blank/],
    ['through a link', create('way-out/x'), /is below way-out/],
    ['of what a link leads to', modify('way-out'), /no plain file/],
    ['below a file', create('a.txt/x'), /is below a\.txt/],
    ['of a twin in other letters', create('A.TXT'), /large and small letters/],
    ['of a twin folder in other letters', create('Deep/C.txt'), /large and small letters/],
    [
      'of one file twice',
      { changes: [...remove('a.txt').changes, ...modify('a.txt').changes] },
      /named twice/,
    ],
    ['of what is not there', modify('ghost.txt'), /not there/],
    ['that deletes a folder', remove('deep'), /is a folder/],
    ['that changes nothing', modify('b.txt', 'b\n'), /the change is empty/],
    ['with more than was announced', { ...modify('a.txt'), targetFiles: ['b.txt'] }, /targetFiles/],
    ['with a name without end', create('x'.repeat(300)), /too long/],
    ['with a path without end', create('x/'.repeat(600)), /file/],
    ['with a file without end', create('big.txt', 'x'.repeat(2 * 1024 ** 2 + 1)), /content/],
    [
      'with edits without end',
      { changes: Array.from({ length: 501 }, (_, n) => create(`n/${n}`).changes[0]) },
      /changes/,
    ],
    ['without edits', { changes: [] }, /changes/],
    ['with a word that it does not have', { ...modify('a.txt'), tier: 'safe' }, /tier/],
    ['with a mode', { changes: [{ ...modify('a.txt').changes[0], mode: '120000' }] }, /mode/],
    [
      'with content and patch',
      { changes: [{ file: 'a.txt', type: 'modify', content: 'x', patch: 'y' }] },
      /content or patch/,
    ],
    [
      'whose patch is for another file',
      patch('a.txt', '--- a/b.txt', '+++ b/b.txt', '@@ -1 +1 @@', '-b', '+B'),
      /another file: b\.txt/,
    ],
    ['whose patch goes up', patch('a.txt', '--- a/../x', '+++ b/../x', ...HUNK), /does not fit/],
    [
      'whose patch is for two',
      patch(
        'a.txt',
        '--- a/a.txt',
        '+++ b/a.txt',
        ...HUNK,
        '--- a/b.txt',
        '+++ b/b.txt',
        '@@ -1 +1 @@',
        '-b',
        '+B',
      ),
      /another file: b\.txt/,
    ],
    [
      'whose patch renames',
      patch(
        'a.txt',
        'diff --git a/a.txt b/z.txt',
        'similarity index 100%',
        'rename from a.txt',
        'rename to z.txt',
      ),
      /does not fit/,
    ],
    [
      'whose patch copies',
      patch(
        'a.txt',
        'diff --git a/a.txt b/z.txt',
        'similarity index 100%',
        'copy from a.txt',
        'copy to z.txt',
      ),
      /does not fit/,
    ],
    [
      'whose patch makes a link',
      patch(
        'a.txt',
        'diff --git a/l b/l',
        'new file mode 120000',
        '--- /dev/null',
        '+++ b/l',
        '@@ -0,0 +1 @@',
        '+/etc/passwd',
        '\\ No newline at end of file',
      ),
      /another file: l/,
    ],
    [
      'whose patch makes a hook',
      patch(
        'a.txt',
        'diff --git a/.git/hooks/x b/.git/hooks/x',
        'new file mode 100755',
        '--- /dev/null',
        '+++ b/.git/hooks/x',
        '@@ -0,0 +1 @@',
        '+x',
      ),
      /does not fit|another file/,
    ],
    [
      'whose patch does not fit',
      patch('a.txt', '--- a/a.txt', '+++ b/a.txt', '@@ -1,2 +1,2 @@', ' nine', '-ten', '+TEN'),
      /does not fit/,
    ],
    ['whose patch is none', patch('a.txt', 'rm -rf /'), /does not fit/],
    ['of a branch that is an option', { branch: '--upload-pack=touch /tmp/x' }, /has no branch/],
    ['of a branch that is a place in time', { branch: '@{-1}' }, /has no branch/],
    ['of a branch that is a whole ref', { branch: 'refs/heads/main' }, /has no branch/],
    ['of a branch that goes up', { branch: '../../HEAD' }, /has no branch/],
    ['of a branch that is a range', { branch: 'main..main' }, /has no branch/],
    ['of a branch that is an expression', { branch: 'main^{/x}' }, /has no branch/],
    ['of a branch of somebody who is not there', { branch: 'agent/ghost' }, /has no branch/],
    ['of the main branch itself', { branch: 'main' }, /the change is empty/],
    ['of another project', { ...modify('a.txt'), project: 'nobodys' }, /no project/],
    ['with another’s id', { ...modify('a.txt'), id: 'chg_../../x' }, /id/],
  ])('[P7] %s', async (_, body, why) => {
    const before = [fingerprint(shop), hashTree(shop.repository.path, (path) => path === '.git')]
    const reply = await shop.tryPlan(undefined, body)
    expect(reply.status).toBeGreaterThanOrEqual(400)
    const { message = '' } = (reply.json as { error: { message?: string } }).error
    expect(message).toMatch(why)
    expect([fingerprint(shop), hashTree(shop.repository.path, (path) => path === '.git')]).toEqual(before)
  })

  test('[I11] [P7] that uses an id again, or an approval of another content', async () => {
    const one = await shop.plan(create('package.json', '{"name":"one"}\n').changes)
    const two = await shop.plan(create('package.json', '{"name":"two"}\n').changes)
    expect(errorCode(await shop.execute(two, { approve: one.sha256 }))).toBe('CONFLICT')
    expect(errorCode(await shop.execute(two, { approve: one.sha256.toUpperCase() }))).toBe('CONFLICT')
    const again = { ...modify('a.txt'), id: one.id, description: 'another' }
    expect(errorCode(await shop.tryPlan(undefined, again))).toBe('CONFLICT')
    expect((await bench.show(two.id)).state).toBe('planned')
  })
})

/** A program that leaves a word when it is run. */
function layTrap(shop: Shop): { readonly program: string; hasSprung(): boolean } {
  const [program, word] = [join(outside, `${shop.name}.sh`), join(bench.words, `${shop.name}.sprung`)]
  writeFileSync(program, `#!/bin/sh\ntouch ${word}\ncat\n`)
  chmodSync(program, 0o755)
  return { program, hasSprung: () => existsSync(word) }
}

interface Way {
  readonly check?: string
  readonly lay?: (shop: Shop, program: string) => void
  readonly edits?: Body
  readonly branch?: (shop: Shop) => void
  readonly tier?: Change['tier']
  readonly ends?: 'good' | 'refused'
  readonly content?: readonly [file: string, text: string]
}

describe('a change goes its way and does no harm', () => {
  test.each<[name: string, way: Way]>([
    [
      'that takes its own checks away',
      { check: 'false', edits: modify('cmux.json', '{"checks":[]}'), tier: 'forbidden', ends: 'refused' },
    ],
    [
      'whose .gitattributes names a filter of the repository',
      {
        edits: {
          changes: [...create('.gitattributes', '*.txt filter=trap\n').changes, ...modify('a.txt').changes],
        },
        lay: ({ repository }, program) =>
          ['clean', 'smudge', 'process'].forEach((kind) =>
            repository.git('config', `filter.trap.${kind}`, program),
          ),
        tier: 'care',
        content: ['a.txt', 'x\n'],
      },
    ],
    [
      'in a repository full of hooks',
      {
        edits: modify('a.txt'),
        lay: ({ repository }, program) => {
          mkdirSync(join(repository.path, '.git/hooks'), { recursive: true })
          for (const hook of [
            'reference-transaction',
            'post-index-change',
            'post-checkout',
            'post-merge',
            'pre-commit',
          ])
            symlinkSync(program, join(repository.path, '.git/hooks', hook))
          repository.git('config', 'core.hooksPath', join(repository.path, '.git/hooks'))
          repository.git('config', 'core.fsmonitor', program)
        },
      },
    ],
    [
      'whose .gitattributes names a merge driver of the repository',
      {
        edits: create('.gitattributes', '* merge=trap\n'),
        lay: ({ repository }, program) => void repository.git('config', 'merge.trap.driver', program),
        tier: 'care',
      },
    ],
    ['with CRLF', { edits: modify('a.txt', 'x\r\ny\r\n'), content: ['a.txt', 'x\r\ny\r\n'] }],
    [
      'with CRLF where git changes line ends',
      {
        edits: modify('a.txt', 'x\ny\n'),
        lay: ({ repository }) => void repository.git('config', 'core.autocrlf', 'input'),
        content: ['a.txt', 'x\ny\n'],
      },
    ],
    [
      'with bytes that are no text',
      { edits: modify('a.txt', '\u0001\u0000\u001b[2J\n'), content: ['a.txt', '\u0001\u0000\u001b[2J\n'] },
    ],
    [
      'that deletes everything it can name',
      { edits: { changes: Object.keys(FILES).map((file) => ({ file, type: 'delete' })) } },
    ],
    [
      'of a branch with a link that leads out',
      { branch: ({ repository }) => symlinkSync(outside, join(repository.path, 'out')), tier: 'forbidden' },
    ],
    [
      'of a branch where a file becomes a program',
      { branch: ({ repository }) => chmodSync(join(repository.path, 'run.sh'), 0o755), tier: 'care' },
    ],
    [
      'of a branch with another repository in it',
      {
        branch: ({ repository }) =>
          void repository.git(
            'update-index',
            '--add',
            '--cacheinfo',
            `160000,${repository.git('rev-parse', 'HEAD')},sub`,
          ),
        tier: 'forbidden',
      },
    ],
    [
      'whose check writes into the objects that it borrows',
      { check: '! (echo x > "$(cat .git/objects/info/alternates)/x") 2>/dev/null', edits: modify('a.txt') },
    ],
    [
      'whose check plants settings and hooks in its own tree',
      {
        check:
          'git config core.fsmonitor /bin/false; git config core.hooksPath .; printf "#!/bin/sh\\nexit 1\\n" > post-checkout; chmod +x post-checkout; echo /nowhere >> .git/objects/info/alternates',
        edits: modify('a.txt'),
      },
    ],
    [
      'whose check changes what is adopted',
      {
        check: 'echo evil > a.txt; git -c user.name=x -c user.email=x commit -qam evil',
        edits: modify('a.txt'),
        content: ['a.txt', 'x\n'],
      },
    ],
    [
      'whose check makes its tree a link',
      { check: 'cd ..; rm -rf tree 2>/dev/null; ln -s / tree 2>/dev/null; true', edits: modify('a.txt') },
    ],
    [
      'whose check leaves what nobody can delete',
      { check: 'mkdir -p no/no && touch no/no/x && chmod 0 no/no no', edits: modify('a.txt') },
    ],
  ])('[P7] %s', async (_, { check = 'true', lay, edits, branch, tier = 'safe', ends = 'good', content }) => {
    const shop = await bench.openShop({ check, files: FILES })
    const trap = layTrap(shop)
    lay?.(shop, trap.program)
    if (branch) layBranch(shop, branch)
    const before = fingerprint(shop)
    const change = (await shop.tryPlan(undefined, branch ? { branch: 'work' } : edits)).json as Change
    expect(change.tier).toBe(tier)
    await shop.execute(change, { approve: change.sha256 })
    await bench.becomes(change.id, ends)
    expect([fingerprint(shop), trap.hasSprung()]).toEqual([before, false])
    expect(existsSync(join(bench.server.home, 'changes', change.id, 'tree'))).toBe(false)
    const [file = 'cmux.json', text] = content ?? []
    const found = readFileSync(join(shop.repository.path, file), 'utf8')
    expect(found).toBe(text ?? found)
  })
})

function layBranch(shop: Shop, lay: (shop: Shop) => void): void {
  const { git } = shop.repository
  git('switch', '--quiet', '--create', 'work')
  lay(shop)
  git('add', '--all', '--', ':!sub')
  git('commit', '--quiet', '--message', 'work')
  git('switch', '--quiet', 'main')
}

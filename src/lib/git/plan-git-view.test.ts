import { describe, expect, test } from 'vitest'
import { followCommonDir, followGitFile, planGitView, type RepositoryFacts } from './plan-git-view.ts'

const plan = (facts: Partial<RepositoryFacts>) =>
  planGitView({
    own: '/shop/.git',
    common: '/shop/.git',
    head: 'ref: refs/heads/main\n',
    config: '',
    commonNames: [],
    ownNames: [],
    ...facts,
  })

const PLAIN = '[core]\n\trepositoryformatversion = 0\n\tbare = false\n'

describe('a view', () => {
  test('has our settings, and links to objects and refs', () => {
    expect(plan({ ownNames: ['index', 'sharedindex.ab12', 'sharedindex.x'] })).toEqual({
      files: [
        ['HEAD', 'ref: refs/heads/main\n'],
        ['config', PLAIN],
      ],
      links: [
        ['objects', '/shop/.git/objects'],
        ['refs', '/shop/.git/refs'],
        ['packed-refs', '/shop/.git/packed-refs'],
        ['shallow', '/shop/.git/shallow'],
        ['logs/refs', '/shop/.git/logs/refs'],
        ['logs/HEAD', '/shop/.git/logs/HEAD'],
        ['info/exclude', '/shop/.git/info/exclude'],
        ['info/sparse-checkout', '/shop/.git/info/sparse-checkout'],
        ['sharedindex.ab12', '/shop/.git/sharedindex.ab12'],
      ],
      objectFormat: 'sha1',
      isShared: false,
      identity: {},
    })
  })

  test.each([
    ['how line ends are kept', '[core]\nautocrlf = input', `${PLAIN}\tautocrlf = input\n`],
    ['the last of two', '[core]\neol = lf\neol = crlf', `${PLAIN}\teol = crlf\n`],
    ['no value that it does not know', '[core]\nautocrlf = "x\\n[alias]"', PLAIN],
    ['nothing that names a program', '[core]\nfsmonitor = x\nhooksPath = y\n[filter "a"]\nclean = z', PLAIN],
    ['nothing of another file', '[include]\npath = x', PLAIN],
    [
      'the names of objects',
      '[core]\nrepositoryformatversion = 1\n[extensions]\nobjectFormat = sha256',
      `${PLAIN.replace('= 0', '= 1')}[extensions]\n\tobjectFormat = sha256\n`,
    ],
  ])('takes over %s', (_, config, expected) =>
    expect(plan({ config })).toMatchObject({ files: [expect.anything(), ['config', expected]] }),
  )

  test('knows who the repository says commits, since a name runs nothing', () => {
    const config = '[user]\nname = Olga\nemail = o@example.com\nsigningKey = x'
    expect(plan({ config })).toMatchObject({
      identity: { 'user.name': 'Olga', 'user.email': 'o@example.com' },
    })
  })

  test.each<[string, Partial<RepositoryFacts>, string]>([
    ['settings that git would not read', { config: 'x' }, 'its config is not readable'],
    [
      'a HEAD that leads elsewhere',
      { head: 'ref: /etc/passwd' },
      'its HEAD names neither a branch nor a commit',
    ],
    ['refs in a table', { commonNames: ['reftable'] }, 'its refs are kept in a way that cmux does not read'],
    [
      'objects of a new kind',
      { config: '[extensions]\nobjectFormat = sha3' },
      'it names its objects by sha3',
    ],
  ])('is not made for %s', (_, facts, refused) => expect(plan(facts)).toEqual({ refused }))
})

describe('a .git that is a file', () => {
  test.each([
    ['gitdir: /a/b\n', '/a/b'],
    ['gitdir: ../x/.git', '/x/.git'],
    ['gitdir: ', undefined],
    ['something else', undefined],
  ])('%j', (text, expected) => expect(followGitFile(text, '/shop')).toBe(expected))
})

describe('a commondir', () => {
  test.each([
    ['none', '/shop/.git', undefined, '/shop/.git'],
    ['of a linked work tree', '/shop/.git/worktrees/b', '../..\n', '/shop/.git'],
    ['of a linked work tree, in full', '/shop/.git/worktrees/b', '/shop/.git', '/shop/.git'],
  ])('%s', (_, own, text, expected) => expect(followCommonDir(own, text)).toBe(expected))

  test.each([
    ['in a main work tree', '/shop/.git', '/elsewhere'],
    ['that leads to another repository', '/shop/.git/worktrees/b', '/elsewhere/.git'],
    ['too deep', '/shop/.git/worktrees/b/c', '/shop/.git'],
  ])('%s is refused', (_, own, text) =>
    expect(followCommonDir(own, text)).toEqual({
      refused: `it says that its objects and refs are in ${text}`,
    }),
  )
})

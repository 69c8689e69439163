import { expect, test } from 'vitest'
import { makeGlobMatcher } from '../../../adapters/files/make-glob-matcher.ts'
import { ProjectName, type ProjectId } from '../../../protocol/ids.ts'
import type { Project, ProjectRules } from '../../../protocol/projects/project.ts'
import type { SelfReview } from '../../../protocol/policy.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import type { Difference } from '../change-ground.ts'
import { judgeFiles } from './judge-files.ts'

const PROJECT: Project = {
  id: 'prj_1' as ProjectId,
  name: ProjectName.parse('shop'),
  path: '/shop',
  mainBranch: 'main',
  createdAt: timestampFromMs(0),
  addedBy: 'owner',
  removedAt: null,
}
const CMUX = new Map(['cmux', 'src/watchdog/mind/decide.ts'].map((path) => [path, '100644']))

const fact = (path: string, more: Partial<Difference['files'][number]> = {}) => ({
  path,
  status: 'modified' as const,
  added: 3,
  removed: 1,
  binary: false,
  oldMode: '100644',
  newMode: '100644',
  ...more,
})
interface Own {
  readonly isOwn?: boolean
  readonly selfReview?: SelfReview
  readonly steps?: Difference['steps']
}
const judge = (
  files: Difference['files'],
  tree = new Map<string, string>(),
  rules: object | null = null,
  { isOwn = false, selfReview = 'person', steps = [] }: Own = {},
) => {
  const projects = {
    readRules: async (project: Project) =>
      ({ file: project === PROJECT ? rules : null }) as unknown as ProjectRules,
  }
  const deps = {
    projects,
    matches: makeGlobMatcher(),
    isOwnCheckout: async (project: Project) => isOwn && project === PROJECT,
    readSelfReview: async () => selfReview,
  }
  return judgeFiles(deps, PROJECT, { files, steps, sha256: 'aaa' }, tree)
}

test('[I11] each file has its facts, its tier and why, and the change is as strict as the strictest', async () => {
  const link = { status: 'added' as const, added: 1, removed: 0, newMode: '120000', linkTarget: 'a' }
  expect(await judge([fact('README.md'), fact('b', link), fact('a.png', { binary: true })])).toEqual({
    files: [
      {
        path: 'README.md',
        status: 'modified',
        added: 3,
        removed: 1,
        binary: false,
        tier: 'safe',
        why: 'no rule names it',
      },
      {
        path: 'b',
        status: 'added',
        added: 1,
        removed: 0,
        binary: false,
        tier: 'care',
        why: 'a link to another file',
      },
      {
        path: 'a.png',
        status: 'modified',
        added: 3,
        removed: 1,
        binary: true,
        tier: 'safe',
        why: 'no rule names it',
      },
    ],
    tier: 'care',
  })
})

test('[I11] nothing at all is safe', async () => {
  expect(await judge([])).toEqual({ files: [], tier: 'safe' })
})

test('[I11] the tree that it is compared with says whether it is cmux itself', async () => {
  const files = [fact('src/watchdog/mind/limits.ts')]
  expect((await judge(files)).tier).toBe('safe')
  expect((await judge(files, CMUX)).tier).toBe('forbidden')
})

test('[S4] so does what is recorded of this home, when nothing in the tree looks like cmux', async () => {
  const files = [fact('src/server/agent-socket.ts')]
  expect((await judge(files, new Map(), null, { isOwn: true })).tier).toBe('forbidden')
})

test('[S4] the policy says who decides on cmux itself, and nothing of other projects', async () => {
  const files = [fact('src/server/agent-socket.ts')]
  const tierFor = async (selfReview: SelfReview) => (await judge(files, CMUX, null, { selfReview })).tier
  expect([await tierFor('person'), await tierFor('agent'), await tierFor('none')]).toEqual([
    'forbidden',
    'care',
    'safe',
  ])
  expect((await judge([fact('a.ts')], new Map(), null, { selfReview: 'person' })).tier).toBe('safe')
})

test('[I11] the rules of the project are asked', async () => {
  const rules = { tiers: { safe: [], care: [], forbidden: ['money/**'] } }
  expect((await judge([fact('money/a.ts')], new Map(), rules)).tier).toBe('forbidden')
  expect((await judge([fact('money/a.ts')], new Map(), {})).tier).toBe('safe')
})

test.each<[string, readonly string[], readonly string[], readonly [string, string, number][], string]>([
  [
    'is listed when a later one takes it back',
    ['a.ts'],
    ['a.ts', '.github/workflows/ci.yml', '.github/workflows/ci.yml'],
    [
      ['a.ts', 'safe', 3],
      ['.github/workflows/ci.yml', 'forbidden', 0],
    ],
    'forbidden',
  ],
  ['is not when it is harmless', ['a.ts'], ['a.ts', 'b.ts'], [['a.ts', 'safe', 3]], 'safe'],
  ['counts once when it stays', ['package.json'], ['package.json'], [['package.json', 'care', 3]], 'care'],
])('[I11] [L5] a file in a single commit %s', async (_, files, steps, listed, tier) => {
  const judged = await judge(
    files.map((path) => fact(path)),
    undefined,
    null,
    { steps: steps.map((path) => fact(path)) },
  )
  expect(judged.files.map(({ path, tier: own, added }) => [path, own, added])).toEqual(listed)
  expect(judged.tier).toBe(tier)
})

test('[I11] [L5] a file that was a link out of the project in a commit is as careful as that commit', async () => {
  const step = { ...fact('a.ts', { newMode: '120000' }), linkTarget: '/etc/passwd' }
  const { files } = await judge([fact('a.ts')], undefined, null, { steps: [step, fact('a.ts')] })
  expect(files).toMatchObject([
    { tier: 'forbidden', why: 'in one of its commits: a link that leads out of the project: /etc/passwd' },
  ])
})

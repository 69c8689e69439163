import { expect, test } from 'vitest'
import { ProjectName, type ProjectId } from '../../../protocol/ids.ts'
import type { SelfReview } from '../../../protocol/policy.ts'
import { ProjectFile } from '../../../protocol/project-file.ts'
import type { Project, ProjectRules } from '../../../protocol/projects/project.ts'
import { timestampFromMs } from '../../../protocol/timestamp.ts'
import { readChangeRules } from './read-change-rules.ts'

const PROJECT: Project = {
  id: 'prj_1' as ProjectId,
  name: ProjectName.parse('shop'),
  path: '/shop',
  mainBranch: 'main',
  createdAt: timestampFromMs(0),
  addedBy: 'owner',
  removedAt: null,
}
const treeOf = (...paths: string[]) => new Map(paths.map((path) => [path, '100644']))
const CMUX = treeOf(
  'cmux',
  'src/watchdog/mind/decide.ts',
  'src/core/improve/risk/judge-tier.ts',
  'src/hook/main.ts',
)

interface Case {
  readonly tree?: ReadonlyMap<string, string>
  readonly isOwn?: boolean
  readonly selfReview?: SelfReview
  readonly review?: { readonly safe?: string; readonly care?: string }
}

async function read({ tree = treeOf('a.ts'), isOwn = false, selfReview = 'person', review }: Case) {
  const file = review ? ProjectFile.parse({ review }) : null
  const deps = {
    projects: { readRules: async () => ({ file, problem: null }) as unknown as ProjectRules },
    isOwnCheckout: async ({ path }: Project) => isOwn && path === '/shop',
    readSelfReview: async () => selfReview,
  }
  const { rules, ...held } = await readChangeRules(deps, PROJECT, tree)
  return [held.selfReview, rules.file?.review ?? null]
}

const NONE = { safe: 'none', care: 'none' }
const AGENT = { safe: 'none', care: 'agent' }
test.each<[what: string, given: Case, expected: unknown[]]>([
  ['another project', {}, ['none', null]],
  ['another project that wants nobody to look', { review: NONE }, ['none', NONE]],
  ['another project with a file named cmux', { tree: treeOf('cmux') }, ['none', null]],
  ['cmux by its tree', { tree: CMUX }, ['person', null]],
  [
    'cmux that has lost its watchdog and its launcher',
    { tree: treeOf(...[...CMUX.keys()].slice(2)) },
    ['person', null],
  ],
  ['cmux by the record of this home', { isOwn: true }, ['person', null]],
  ['cmux with a looser policy', { tree: CMUX, selfReview: 'agent' }, ['agent', null]],
  ['cmux as any project', { tree: CMUX, selfReview: 'none' }, ['none', null]],
  ['cmux that wants nobody to look', { tree: CMUX, review: NONE }, ['person', AGENT]],
  ['the same with a looser policy', { tree: CMUX, review: NONE, selfReview: 'agent' }, ['agent', AGENT]],
  ['the same as any project', { tree: CMUX, review: NONE, selfReview: 'none' }, ['none', NONE]],
  [
    'cmux that is stricter',
    { tree: CMUX, review: { safe: 'agent', care: 'human' } },
    ['person', { safe: 'agent', care: 'human' }],
  ],
])('[S4] [I11] the rules for a change of %s', async (_, given, expected) => {
  expect(await read(given)).toEqual(expected)
})

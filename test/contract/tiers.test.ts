// How careful one has to be with which file: the built-in rows, what a project says of itself, and what a file is.
import { expect, test } from 'vitest'
import { makeGlobMatcher } from '../../src/adapters/files/make-glob-matcher.ts'
import {
  judgeTier,
  strictest,
  type FileFacts,
  type TierRules,
} from '../../src/core/improve/risk/judge-tier.ts'
import { UNLISTED } from '../../src/core/improve/risk/own-rows.ts'
import type { Tier } from '../../src/protocol/changes/change.ts'

const RULES: TierRules = { tiers: undefined, selfReview: 'none', matches: makeGlobMatcher() }
const OWN: TierRules = { ...RULES, selfReview: 'person' }
const file = (path: string, facts: Partial<FileFacts> = {}): FileFacts => ({
  path,
  status: 'modified',
  oldMode: '100644',
  newMode: '100644',
  ...facts,
})
const tierOf = (path: string, rules: Partial<TierRules> = {}) =>
  judgeTier(file(path), { ...RULES, ...rules }).tier

test.each<[tier: Tier, paths: string[]]>([
  [
    'safe',
    [
      'README.md',
      'src/core/agents/judge-agent.ts',
      'test/e2e/a.test.ts',
      'lib/migration.md',
      'src/mainly.ts',
      'docs/index.md',
      'docs/config/a.md',
      'src/reconfig.ts',
    ],
  ],
  [
    'care',
    [
      'package.json',
      'web/Package.JSON',
      'package-lock.json',
      'tsconfig.build.json',
      'vite.config.ts',
      'Makefile',
      'db/migrations/0001.sql',
      'src/main.ts',
      'index.js',
      'cmd/tool/main.go',
      'Cargo.toml',
      '.gitattributes',
      // Where a program begins or is put together, at any depth.
      'packages/shop/lib/index.ts',
      'services/pay/server.py',
      'a/b/c/app.tsx',
      'x/main.rs',
      // Configuration.
      'config.toml',
      'app/config/database.yml',
      'src/settings.py',
      'next.config.mjs',
      'nginx/site.conf',
      // Manifests.
      'pom.xml',
      'app/build.gradle.kts',
      'requirements-dev.txt',
      // Docker.
      'Dockerfile',
      'Dockerfile.prod',
      'deploy/api.dockerfile',
      'compose.yaml',
      'docker-compose.prod.yml',
      '.dockerignore',
    ],
  ],
  [
    'forbidden',
    [
      'cmux.json',
      'CMUX.json',
      '.github/workflows/ci.yml',
      '.ci/run',
      '.husky/pre-commit',
      '.gitmodules',
      '.env',
      'deploy/.env.production',
      'certs/site.pem',
      '.claude/settings.json',
      'sub/.mcp.json',
      '.vscode/tasks.json',
    ],
  ],
])('[I11] is %s in any project', (tier, paths) => {
  expect(Object.fromEntries(paths.map((path) => [path, tierOf(path)]))).toEqual(
    Object.fromEntries(paths.map((path) => [path, tier])),
  )
})

/** What a person decides in cmux itself, with the reason that they read. */
test.each([
  ['src/watchdog/mind/decide.ts', 'it keeps cmux answering when everything else is broken'],
  ['src/server/health-check.ts', 'it decides whether a release is well'],
  ['src/core/rules/judge-tool-use.ts', 'it decides who may do what'],
  ['src/core/confinement/list-walls.ts', 'it decides who may do what'],
  ['src/adapters/rules/policy-file.ts', 'it decides who may do what'],
  ['src/adapters/git/git.ts', 'it decides who may do what'],
  ['src/protocol/routes.ts', 'it decides who may do what'],
  ['src/core/improve/risk/own-rows.ts', 'it decides who may do what'],
  ['cmux', 'everybody starts cmux with it'],
  ['scripts/build.ts', 'everybody starts cmux with it'],
  ['src/server/home.ts', 'it says where state is and how it is kept'],
  ['src/adapters/store/migrations/0099-x.ts', 'it says where state is and how it is kept'],
  ['test/tidy/tidy.test.ts', 'people run it outside of the sandbox, and it guards what runs there'],
  ['src/lib/once.test.ts', 'people run it outside of the sandbox, and it guards what runs there'],
  ['src/server/agent-socket.ts', UNLISTED],
  ['src/server/main.ts', UNLISTED],
  ['src/server/http/make-app.ts', UNLISTED],
  ['src/core/mail/delivery/courier.ts', UNLISTED],
  ['src/web/main.tsx', UNLISTED],
  ['src/porter/main.ts', UNLISTED],
  ['src/demo-agent/main.ts', UNLISTED],
  ['src/cli/verbs.ts', UNLISTED],
  ['examples/guarded-service/src/server.mjs', UNLISTED],
  ['package.json', UNLISTED],
  ['package-lock.json', UNLISTED],
  ['tsconfig.json', UNLISTED],
  ['vitest.config.ts', UNLISTED],
  ['knip.json', UNLISTED],
  ['.oxlintrc.json', UNLISTED],
  ['.gitignore', UNLISTED],
  ['Makefile', UNLISTED],
  // Folders and kinds of files that nobody has thought of yet.
  ['brand-new/folder.ts', UNLISTED],
  ['docs/tool.ts', UNLISTED],
  ['docs/page.html', UNLISTED],
  ['src/roles/worker.ts', UNLISTED],
  ['src/notes.md', UNLISTED],
])('[S4] [I11] %s of cmux itself is decided by a person: %s', (path, why) => {
  expect(judgeTier(file(path), OWN)).toEqual({ tier: 'forbidden', why })
  expect(tierOf(path, { selfReview: 'agent' })).toBe('care')
})

test.each([
  'cmux.json',
  'CMUX.json',
  '.ci/run',
  '.github/workflows/ci.yml',
  '.npmrc',
  '.claude/settings.json',
])('[S4] %s of cmux itself is decided by a person, whatever the policy says', (path) => {
  const tiers = (['person', 'agent', 'none'] as const).map((selfReview) => tierOf(path, { selfReview }))
  expect(tiers).toEqual(['forbidden', 'forbidden', 'forbidden'])
})

const OBEYED = 'agents are told by it how to work'
test.each([
  ['care', 'src/roles/worker.md', OBEYED],
  ['care', 'docs/changing-code.md', OBEYED],
  ['care', 'AGENTS.md', OBEYED],
  ['care', 'docs/agents.MD', OBEYED],
  ['care', 'docs/CLAUDE.local.md', OBEYED],
  ['care', 'docs/requirements.json', 'checks and editors read it'],
  ['care', 'test/times.json', 'checks and editors read it'],
  ['safe', 'README.md', 'no rule names it'],
  ['safe', 'docs/glossary.md', 'no rule names it'],
  ['safe', 'docs/decisions/0200-x.md', 'no rule names it'],
  ['safe', 'docs/pictures/page.png', 'no rule names it'],
] as const)('[I11] [S4] %s: %s of cmux itself, whoever decides on its code', (tier, path, why) => {
  for (const selfReview of ['person', 'agent'] as const)
    expect(judgeTier(file(path), { ...OWN, selfReview })).toEqual({ tier, why })
})

test('[S4] a cmux.json in the repository of cmux loosens nothing, and may be stricter', () => {
  const tiers = { safe: ['**'], care: ['docs/legal/**'], forbidden: ['docs/money/**'] }
  const link = file('docs/a.md', { newMode: '120000', linkTarget: 'b.md' })
  const rules = { ...OWN, tiers }
  expect(judgeTier(link, rules)).toEqual({ tier: 'care', why: 'a link to another file' })
  const paths = ['src/server/main.ts', 'AGENTS.md', 'docs/legal/a.md', 'docs/money/a.md', 'docs/a.md']
  expect(paths.map((path) => tierOf(path, rules))).toEqual(['forbidden', 'care', 'care', 'forbidden', 'safe'])
  expect(tierOf('src/server/main.ts', { ...rules, selfReview: 'agent' })).toBe('care')
})

test('[S4] the reason stays when another agent decides', () => {
  const rules = { ...OWN, selfReview: 'agent' } as const
  expect(judgeTier(file('src/server/agent-socket.ts'), rules)).toEqual({ tier: 'care', why: UNLISTED })
})

test('[I11] with selfReview none, cmux is a project like any other', () => {
  expect(
    ['src/watchdog/mind/decide.ts', 'scripts/build.ts', 'AGENTS.md', 'package.json'].map((path) =>
      tierOf(path),
    ),
  ).toEqual(['safe', 'safe', 'safe', 'care'])
})

test('[I11] a project may make anything stricter, and calls only what is not firm safe', () => {
  const tiers = {
    safe: ['package.json', '.ci/**', 'docs/**', '.gitignore', 'config/**', '**/index.ts'],
    care: ['docs/legal/**'],
    forbidden: ['src/money/**'],
  }
  const judged = Object.fromEntries(
    [
      'package.json',
      '.ci/run',
      'docs/a.md',
      '.gitignore',
      'config/a.yml',
      'src/index.ts',
      'docs/legal/b.md',
      'src/money/c.ts',
    ].map((path) => [path, tierOf(path, { tiers })]),
  )
  expect(judged).toEqual({
    'package.json': 'care',
    '.ci/run': 'forbidden',
    'docs/a.md': 'safe',
    '.gitignore': 'safe',
    'config/a.yml': 'care',
    'src/index.ts': 'care',
    'docs/legal/b.md': 'care',
    'src/money/c.ts': 'forbidden',
  })
})

const REPOSITORY = 'another repository is brought in or changed'
const LEADS_OUT = 'a link that leads out of the project'
test.each<[name: string, facts: Partial<FileFacts>, tier: Tier, why: string]>([
  ['a link inside', { newMode: '120000', linkTarget: 'b..txt' }, 'care', 'a link to another file'],
  [
    'a link upwards',
    { newMode: '120000', linkTarget: 'b/../../etc' },
    'forbidden',
    `${LEADS_OUT}: b/../../etc`,
  ],
  ['a link to a root', { newMode: '120000', linkTarget: '/etc' }, 'forbidden', `${LEADS_OUT}: /etc`],
  ['a link to nowhere', { newMode: '120000', linkTarget: '' }, 'forbidden', `${LEADS_OUT}: `],
  ['a link to who knows where', { newMode: '120000' }, 'forbidden', `${LEADS_OUT}: `],
  ['a submodule', { oldMode: '000000', newMode: '160000' }, 'forbidden', REPOSITORY],
  ['the end of a submodule', { oldMode: '160000', newMode: '000000' }, 'forbidden', REPOSITORY],
  ['a file that becomes a program', { newMode: '100755' }, 'care', 'it becomes a program that can be run'],
  ['a program that stays one', { oldMode: '100755', newMode: '100755' }, 'safe', 'no rule names it'],
])('[I11] %s is judged by what it is', (_, facts, tier, why) => {
  expect(judgeTier(file('notes/a.txt', facts), RULES)).toEqual({ tier, why })
})

test('[I11] of two that are as strict, the first one says why', () => {
  const link = file('package.json', { newMode: '120000', linkTarget: 'b' })
  expect(judgeTier(link, RULES)).toEqual({ tier: 'care', why: 'a link to another file' })
})

test('[I11] what a project calls safe lowers a care that is not firm, and neither a forbidden nor its own care', () => {
  const tiers = { safe: ['**'], care: [], forbidden: [] }
  const program = file('tool', { newMode: '100755' })
  expect(judgeTier(program, { ...RULES, tiers })).toEqual({
    tier: 'safe',
    why: 'no rule names it',
  })
  expect(judgeTier(file('cmux.json'), { ...RULES, tiers }).tier).toBe('forbidden')
  expect(judgeTier(program, { ...RULES, tiers: { ...tiers, care: ['to*'] } })).toEqual({
    tier: 'care',
    why: 'it becomes a program that can be run',
  })
})

test('[I11] what a project calls safe is no way to bring a link in that leads out', () => {
  const rules = { ...RULES, tiers: { safe: ['**'], care: [], forbidden: [] } }
  expect(judgeTier(file('a', { newMode: '120000', linkTarget: '/' }), rules).tier).toBe('forbidden')
})

test('[I11] each verdict says why', () => {
  expect(judgeTier(file('package.json'), RULES).why).toBe('it says what is installed and run')
  const tiers = { safe: [], care: ['src/**'], forbidden: [] }
  expect(judgeTier(file('src/a.ts'), { ...RULES, tiers }).why).toBe('cmux.json says so of src/**')
})

test('[I11] a change is as strict as its strictest file', () => {
  expect(strictest(['safe', 'forbidden', 'care'])).toBe('forbidden')
  expect(strictest([])).toBe('safe')
})

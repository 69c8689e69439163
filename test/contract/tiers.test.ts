// How careful one has to be with which file: the built-in rows, what a project says of itself, and what a file is.
import { expect, test } from 'vitest'
import { matchGlob } from '../../src/adapters/files/match-glob.ts'
import { judgeTier, strictest, type FileFacts, type TierRules } from '../../src/core/improve/judge-tier.ts'
import type { Tier } from '../../src/protocol/change.ts'

const RULES: TierRules = { tiers: undefined, isCmux: false, matches: matchGlob }
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

test.each([
  'src/watchdog/decide.ts',
  'src/server/health-check.ts',
  'src/core/rules/judge-tool-use.ts',
  'cmux',
  'scripts/build.ts',
  'src/server/home.ts',
  'src/adapters/store/migrations/0099-x.ts',
  'src/core/improve/tier-rows.ts',
])('[I11] %s is forbidden in cmux itself, and not elsewhere', (path) => {
  expect(tierOf(path, { isCmux: true })).toBe('forbidden')
  expect(tierOf(path)).not.toBe('forbidden')
})

test.each(['src/roles/worker.md', 'docs/changing-code.md'])(
  '[I11] %s needs care in cmux itself, since agents are told by it how to work',
  (path) => {
    expect([tierOf(path, { isCmux: true }), tierOf(path)]).toEqual(['care', 'safe'])
  },
)

test('[I11] a project may make anything stricter, and lower what is built in from care, never from forbidden', () => {
  const tiers = {
    safe: ['package.json', '.ci/**', 'docs/**'],
    care: ['docs/legal/**'],
    forbidden: ['src/money/**'],
  }
  const judged = ['package.json', '.ci/run', 'docs/a.md', 'docs/legal/b.md', 'src/money/c.ts'].map((path) =>
    tierOf(path, { tiers }),
  )
  expect(judged).toEqual(['safe', 'forbidden', 'safe', 'care', 'forbidden'])
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
  [
    'a program that stays one',
    { oldMode: '100755', newMode: '100755' },
    'safe',
    'nothing says that it needs care',
  ],
])('[I11] %s is judged by what it is', (_, facts, tier, why) => {
  expect(judgeTier(file('notes/a.txt', facts), RULES)).toEqual({ tier, why })
})

test('[I11] of two that are as strict, the first one says why', () => {
  const link = file('package.json', { newMode: '120000', linkTarget: 'b' })
  expect(judgeTier(link, RULES)).toEqual({ tier: 'care', why: 'a link to another file' })
})

test('[I11] what a project calls safe lowers a care, and neither a forbidden nor its own care', () => {
  const tiers = { safe: ['**'], care: [], forbidden: [] }
  expect(judgeTier(file('package.json'), { ...RULES, tiers })).toEqual({
    tier: 'safe',
    why: 'nothing says that it needs care',
  })
  expect(judgeTier(file('cmux.json'), { ...RULES, tiers }).tier).toBe('forbidden')
  expect(judgeTier(file('package.json'), { ...RULES, tiers: { ...tiers, care: ['*.json'] } })).toEqual({
    tier: 'care',
    why: 'it says what is installed and run',
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
